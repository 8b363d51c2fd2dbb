/** Says in one line what leaves the computer, and to whom. */
import { IconCloudUp, IconDeviceDesktop } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '../../../contract/services/profile.ts';
import classes from './DestinationLine.module.css';
import { destinationOf, destinationText } from './destination.ts';

/** Nothing for a service whose address is not there yet. */
export function DestinationLine({ profile }: { profile: Pick<Profile, 'kind' | 'baseUrl'> }) {
  const { t } = useTranslation();
  const destination = destinationOf(profile);
  if (destination === null) return null;
  const Icon = destination.kind === 'away' ? IconCloudUp : IconDeviceDesktop;
  return (
    <p className={classes.line} data-testid="destination">
      <Icon size={16} stroke={1.5} aria-hidden />
      {destinationText(destination, t)}
    </p>
  );
}

import { Flex } from '@mantine/core';
import { IconCloudUp, IconDeviceDesktop } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '../../../contract/services/profile.ts';
import { destinationOf, destinationText } from './destination.ts';

/** A line that names the computer photographs are sent to. Empty for a service without an address. */
export function DestinationLine({ profile }: { readonly profile: Pick<Profile, 'kind' | 'baseUrl'> }) {
  const { t } = useTranslation();
  const destination = destinationOf(profile);
  if (destination === null) return null;
  const Icon = destination.kind === 'away' ? IconCloudUp : IconDeviceDesktop;
  return (
    <Flex
      component="p"
      gap="xs"
      align="flex-start"
      m={0}
      fz="xs"
      lh="16px"
      c="dimmed"
      style={{ overflowWrap: 'anywhere' }}
      data-testid="destination"
    >
      <Icon size={16} stroke={1.5} style={{ flex: 'none' }} aria-hidden />
      {destinationText(destination, t)}
    </Flex>
  );
}

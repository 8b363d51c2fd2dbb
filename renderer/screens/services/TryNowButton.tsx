/** Has a service tried at once that would otherwise be left alone for a while. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ask } from '../../bridge.ts';
import classes from './Services.module.css';

export function TryNowButton({ profileId }: { profileId: string }) {
  const { t } = useTranslation();
  return (
    <Button
      size="compact-sm"
      variant="default"
      className={classes.tryNow}
      onClick={() => void ask('profiles.tryNow', { id: profileId })}
      data-testid={`service-try-now-${profileId}`}
    >
      {t('services.tryNow')}
    </Button>
  );
}

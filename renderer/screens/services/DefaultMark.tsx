/** A badge on the default service; a button on the others to make them the default. */
import { Badge, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Profile } from '../../../contract/services/profile.ts';
import { useData } from '../../state/data/store.ts';
import { changeSettings } from '../../state/settings/settings.ts';

export function DefaultMark({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const settings = useData((data) => data.settings);
  if (settings.defaultProfileId === profile.id) {
    return (
      <Badge variant="light" color="gray" tt="none" fw={500} data-testid={`service-is-default-${profile.id}`}>
        {t('services.isDefault')}
      </Badge>
    );
  }
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      color="gray"
      onClick={() => void changeSettings({ defaultProfileId: profile.id })}
      data-testid={`service-make-default-${profile.id}`}
    >
      {t('services.makeDefault')}
    </Button>
  );
}

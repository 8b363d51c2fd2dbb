/** Whether a decision leads on to the next photograph: the switch for what Caps Lock does for a while. */
import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { changeSettings } from '../../state/settings.ts';
import { useData } from '../../state/store.ts';

export function AutoAdvance() {
  const { t } = useTranslation();
  const isOn = useData((data) => data.settings.autoAdvance);
  return (
    <Switch
      size="xs"
      label={t('panes.autoAdvance')}
      title={t('panes.autoAdvanceText')}
      checked={isOn}
      onChange={(event) => void changeSettings({ autoAdvance: event.currentTarget.checked })}
      data-testid="auto-advance"
    />
  );
}

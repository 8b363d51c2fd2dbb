/** While a decision leads on to the next photograph: the switch that ends it. It is turned on in the menu of the loupe. */
import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useData } from '../../state/data/store.ts';
import { changeSettings } from '../../state/settings/settings.ts';

export function AutoAdvance() {
  const { t } = useTranslation();
  const isOn = useData((data) => data.settings.autoAdvance);
  if (!isOn) return null;
  return (
    <Switch
      size="xs"
      label={t('panes.autoAdvance')}
      title={t('panes.autoAdvanceText')}
      checked
      onChange={() => void changeSettings({ autoAdvance: false })}
      data-testid="auto-advance"
    />
  );
}

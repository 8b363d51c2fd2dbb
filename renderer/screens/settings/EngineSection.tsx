/** The built-in engine's graphics card: on or off, and the result of each network's self-test. */
import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '../../components/SettingRow.module.css';
import { Section, SettingRow } from '../../components/SettingRow.tsx';
import { bindFields } from '../../forms/bindFields.ts';
import { useData } from '../../state/data/store.ts';
import { changeSettings } from '../../state/settings/settings.ts';
import { graphicsLines } from './graphicsLines.ts';

export function EngineSection() {
  const { t } = useTranslation();
  const settings = useData((data) => data.settings);
  const status = useData((data) => data.engine.graphics);
  return (
    <Section>
      <SettingRow id="graphics" label={t('settings.engine.graphics')} help={t('settings.engine.graphicsHelp')}>
        <Switch
          aria-label={t('settings.engine.graphics')}
          {...bindFields(settings, changeSettings).check('graphics', 'settings-graphics')}
        />
      </SettingRow>
      {settings.graphics && status && (
        <ul className={`${classes.graphics} selectable`} aria-live="polite" data-testid="settings-graphics-status">
          {graphicsLines(status, t).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </Section>
  );
}

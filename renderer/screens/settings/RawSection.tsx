/** What is made of a camera's raw files. */
import { SegmentedControl, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { rawPairs } from '../../../contract/app/settings.ts';
import { Section, SettingRow } from '../../components/SettingRow.tsx';
import { bindFields } from '../../forms/bindFields.ts';
import { useData } from '../../state/data/store.ts';
import { changeSettings } from '../../state/settings/settings.ts';

export function RawSection() {
  const { t } = useTranslation();
  const settings = useData((data) => data.settings);
  return (
    <Section title={t('settings.raw.title')}>
      <SettingRow id="rawPreview" label={t('settings.raw.preview')} help={t('settings.raw.previewHelp')}>
        <Switch
          aria-label={t('settings.raw.preview')}
          checked={settings.rawPreview === 'any'}
          onChange={(event) =>
            void changeSettings({ rawPreview: event.currentTarget.checked ? 'any' : 'full-size-only' })
          }
          data-testid="settings-raw-preview"
        />
      </SettingRow>
      <SettingRow id="rawPair" label={t('settings.raw.pair')} help={t('settings.raw.pairHelp')}>
        <SegmentedControl
          aria-label={t('settings.raw.pair')}
          data={rawPairs.map((value) => ({ value, label: t(`settings.raw.pairs.${value}`) }))}
          {...bindFields(settings, changeSettings).choice('rawAndJpeg', 'settings-raw-pair')}
        />
      </SettingRow>
    </Section>
  );
}

/** Settings, Review: automatic checks, kept previews, and raw files. */
import { SegmentedControl, Select, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { rawPairs, type Settings } from '../../../contract/app/settings.ts';
import { inspectionScopes } from '../../../contract/review/result-flaws.ts';
import { Section, SettingRow } from '../../components/SettingRow.tsx';
import { bindFields } from '../../forms/bindFields.ts';
import { useData } from '../../state/data/store.ts';
import { changeSettings } from '../../state/settings/settings.ts';
import { PreviewsSection } from './PreviewsSection.tsx';

export function ReviewSections() {
  const { t } = useTranslation();
  const settings = useData((data) => data.settings);
  const field = bindFields(settings, changeSettings);
  return (
    <>
      <Section>
        <SettingRow id="measure" label={t('settings.power.measure')} help={t('settings.power.measureHelp')}>
          <Switch aria-label={t('settings.power.measure')} {...field.check('measureWhenIdle', 'settings-measure')} />
        </SettingRow>
        <SettingRow id="look" label={t('settings.power.look')} help={t('settings.power.lookHelp')}>
          <Select
            aria-label={t('settings.power.look')}
            w={240}
            data={inspectionScopes.map((value) => ({ value, label: t(`settings.power.looks.${value}`) }))}
            value={settings.lookAtResults}
            onChange={(value) => void changeSettings({ lookAtResults: value as Settings['lookAtResults'] })}
            data-testid="settings-look"
          />
        </SettingRow>
      </Section>
      <PreviewsSection />
      <RawSection />
    </>
  );
}

function RawSection() {
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

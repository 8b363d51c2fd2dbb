/** Settings, Review: automatic checks, kept previews, and raw files. */
import { Select, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Settings } from '../../../contract/app/settings.ts';
import { inspectionScopes } from '../../../contract/review/result-flaws.ts';
import { Section, SettingRow } from '../../components/SettingRow.tsx';
import { bindFields } from '../../forms/bindFields.ts';
import { useData } from '../../state/data/store.ts';
import { changeSettings } from '../../state/settings/settings.ts';
import { PreviewsSection } from './PreviewsSection.tsx';
import { RawSection } from './RawSection.tsx';

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

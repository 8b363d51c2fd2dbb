/** Settings, Data and privacy: stored data, logs, diagnostics and crash reports. */
import { Button, Select, Switch } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { request } from '../../bridge.ts';
import { CopyButton } from '../../components/actions/CopyButton.tsx';
import { Section, SettingRow } from '../../components/SettingRow.tsx';
import { bindFields } from '../../forms/bindFields.ts';
import { dayTime } from '../../locales/format.ts';
import { useData } from '../../state/data/store.ts';
import { changeSettings } from '../../state/settings/settings.ts';
import { openAbout } from '../../state/window/about.ts';
import { loadCrashes, openCrashes, useCrashes } from '../crashes/crashes.ts';

async function diagnostics(): Promise<string | null> {
  const reply = await request('app.diagnostics');
  return reply.ok ? reply.value : null;
}

export function DataSection() {
  const { t } = useTranslation();
  const { settings, about } = useData((data) => data);
  const field = bindFields(settings, changeSettings);
  return (
    <>
      <Section>
        <ForgetRow />
        <SettingRow
          id="data"
          label={t('settings.advanced.data')}
          help={t('settings.advanced.dataHelp')}
          path={about.dataFolder}
        >
          <Button
            variant="default"
            size="xs"
            onClick={() => void request('app.revealDataFolder')}
            data-testid="settings-data"
          >
            {t('settings.advanced.reveal')}
          </Button>
        </SettingRow>
        <SettingRow id="logs" label={t('settings.advanced.logs')} help={t('settings.advanced.logsHelp')}>
          <Button
            variant="default"
            size="xs"
            onClick={() => void request('app.revealLogs')}
            data-testid="settings-logs"
          >
            {t('settings.advanced.revealLogs')}
          </Button>
        </SettingRow>
        <SettingRow
          id="diagnostics"
          label={t('settings.advanced.diagnostics')}
          help={t('settings.advanced.diagnosticsHelp')}
        >
          <CopyButton inForm text={diagnostics} label={t('settings.advanced.copy')} testId="settings-diagnostics" />
        </SettingRow>
        <CrashRow />
        {!about.keyStore && (
          <SettingRow
            id="plainKeys"
            label={t('settings.advanced.plainKeys')}
            help={t('settings.advanced.plainKeysHelp')}
          >
            <Switch
              aria-label={t('settings.advanced.plainKeys')}
              {...field.check('plainKeyFile', 'settings-plain-keys')}
            />
          </SettingRow>
        )}
      </Section>
      <Button
        variant="subtle"
        size="compact-xs"
        style={{ alignSelf: 'flex-start' }}
        onClick={openAbout}
        data-testid="settings-about"
      >
        {t('about.title')}
      </Button>
    </>
  );
}

/** Returns the days to choose from, which include the current setting. */
const dayChoices = (current: number | null): number[] =>
  [...new Set([7, 30, 90, 365, ...(current === null ? [] : [current])])].sort((a, b) => a - b);

function ForgetRow() {
  const { t } = useTranslation();
  const { forgetAfterDays } = useData((data) => data.settings);
  return (
    <SettingRow id="forget" label={t('privacy.settings.forget')} help={t('privacy.settings.forgetHelp')}>
      <Select
        aria-label={t('privacy.settings.forget')}
        w={240}
        data={[
          { value: '', label: t('privacy.settings.never') },
          ...dayChoices(forgetAfterDays).map((days) => ({
            value: String(days),
            label: t('privacy.settings.after', { count: days }),
          })),
        ]}
        value={String(forgetAfterDays ?? '')}
        onChange={(days) => void changeSettings({ forgetAfterDays: days ? Number(days) : null })}
        data-testid="settings-forget"
      />
    </SettingRow>
  );
}

function CrashRow() {
  const { t } = useTranslation();
  const reports = useCrashes((state) => state.reports);
  useEffect(() => void loadCrashes(), []);
  const [newest] = reports ?? [];
  const summary =
    newest === undefined
      ? t('crashes.none')
      : t('crashes.some', { count: reports?.length ?? 0, when: dayTime(newest.occurredAt) });
  return (
    <SettingRow id="crashes" label={t('crashes.title')} help={`${summary} ${t('crashes.stay')}`}>
      <Button variant="default" size="xs" onClick={() => void openCrashes()} data-testid="settings-crashes">
        {t('crashes.show')}
      </Button>
    </SettingRow>
  );
}

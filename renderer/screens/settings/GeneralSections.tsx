/** Settings, General: language and appearance, the window, and updates. */
import { Button, SegmentedControl, Select, Switch } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LoginStart } from '../../../contract/app/about.ts';
import type { Settings } from '../../../contract/app/settings.ts';
import { languageNames, languages } from '../../../contract/messages/language.ts';
import { request } from '../../bridge.ts';
import { commands, nameOf } from '../../commands/table.ts';
import { Section, SettingRow } from '../../components/SettingRow.tsx';
import { bindFields } from '../../forms/bindFields.ts';
import { useData } from '../../state/data/store.ts';
import { changeSettings } from '../../state/settings/settings.ts';
import { UpdatesSection } from './UpdatesSection.tsx';

const appearances = ['system', 'light', 'dark'] as const satisfies Settings['appearance'][];

export function GeneralSections() {
  const { t } = useTranslation();
  const settings = useData((data) => data.settings);
  const field = bindFields(settings, changeSettings);
  return (
    <>
      <Section>
        <SettingRow id="appearance" label={t('settings.appearance.label')}>
          <SegmentedControl
            aria-label={t('settings.appearance.label')}
            data={appearances.map((value) => ({ value, label: t(`settings.appearance.${value}`) }))}
            {...field.choice('appearance', 'settings-appearance')}
          />
        </SettingRow>
        <SettingRow id="language" label={t('settings.language.label')} help={t('settings.language.help')}>
          <Select
            aria-label={t('settings.language.label')}
            w={240}
            data={[
              { value: '', label: t('settings.language.system') },
              ...languages.map((each) => ({ value: each, label: languageNames[each] })),
            ]}
            value={settings.language ?? ''}
            onChange={(tag) => void changeSettings({ language: languages.find((each) => each === tag) ?? null })}
            data-testid="settings-language"
          />
        </SettingRow>
        <SettingRow id="shortcuts" label={t('shortcuts.title')}>
          <Button
            variant="default"
            size="xs"
            onClick={() => commands['app.shortcuts'].run()}
            aria-label={nameOf('app.shortcuts')}
            data-testid="settings-shortcuts"
          >
            {t('joining.change')}
          </Button>
        </SettingRow>
      </Section>
      <Section title={t('settings.window.title')}>
        <SettingRow id="notifications" label={t('settings.window.notifications')}>
          <Switch
            aria-label={t('settings.window.notifications')}
            {...field.check('notifications', 'settings-notifications')}
          />
        </SettingRow>
        <SettingRow id="tray" label={t('settings.window.tray')} help={t('settings.window.trayHelp')}>
          <Switch aria-label={t('settings.window.tray')} {...field.check('keepInTray', 'settings-tray')} />
        </SettingRow>
        <LoginRow />
      </Section>
      <UpdatesSection />
    </>
  );
}

function LoginRow() {
  const { t } = useTranslation();
  // The system's own setting, which can change outside of Burnish.
  const [loginStart, setLoginStart] = useState<LoginStart | null>(null);
  const read = useCallback(async () => {
    const reply = await request('system.startsAtLogin');
    if (reply.ok) setLoginStart(reply.value);
  }, []);
  useEffect(() => void read(), [read]);
  const set = async (isOn: boolean) => {
    await request('system.setStartsAtLogin', { isOn });
    await read();
  };
  const help = loginStart?.isPossible === false ? 'settings.window.loginCheckout' : 'settings.window.loginHelp';
  return (
    <SettingRow id="login" label={t('settings.window.login')} help={t(help)}>
      <Switch
        aria-label={t('settings.window.login')}
        checked={loginStart?.isOn ?? false}
        disabled={!loginStart?.isPossible}
        onChange={(event) => void set(event.currentTarget.checked)}
        data-testid="settings-login"
      />
    </SettingRow>
  );
}

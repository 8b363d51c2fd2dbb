/** The line of the settings about starting at login: the system knows how it stands. */
import { Switch } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LoginStart } from '../../../contract/app/about.ts';
import { request } from '../../bridge.ts';
import { SettingRow } from '../../components/SettingRow.tsx';

export function LoginRow() {
  const { t } = useTranslation();
  const [standing, setStanding] = useState<LoginStart | null>(null);
  const read = useCallback(async () => {
    const reply = await request('system.startsAtLogin');
    if (reply.ok) setStanding(reply.value);
  }, []);
  useEffect(() => void read(), [read]);
  const set = async (isOn: boolean) => {
    await request('system.setStartsAtLogin', { isOn });
    await read();
  };
  const help = standing?.isPossible === false ? 'settings.window.loginCheckout' : 'settings.window.loginHelp';
  return (
    <SettingRow id="login" label={t('settings.window.login')} help={t(help)}>
      <Switch
        aria-label={t('settings.window.login')}
        checked={standing?.isOn ?? false}
        disabled={!standing?.isPossible}
        onChange={(event) => void set(event.currentTarget.checked)}
        data-testid="settings-login"
      />
    </SettingRow>
  );
}

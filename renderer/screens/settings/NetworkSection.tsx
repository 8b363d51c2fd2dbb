/** How services are reached: the proxy, and whose certificates are trusted beside the system's. */
import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Settings } from '../../../contract/app/settings.ts';
import { request } from '../../bridge.ts';
import classes from '../../components/SettingRow.module.css';
import { Section, Setting, SettingRow } from '../../components/SettingRow.tsx';
import { PathField } from '../../forms/PathField.tsx';
import { useData } from '../../state/data/store.ts';

const proxies = ['system', 'none', 'own'] as const satisfies Settings['proxy'][];

export function NetworkSection() {
  const { t } = useTranslation();
  const { proxy, proxyAddress, certificates } = useData((data) => data.settings);
  const [isTyping, setTyping] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const shown = isTyping ? 'own' : proxy;
  const address = typed ?? proxyAddress;

  const choose = (value: Settings['proxy']) => {
    setTyping(value === 'own' && proxy !== 'own');
    if (value !== 'own') void request('system.setProxy', { proxy: value, address: '' });
  };
  const use = async () => {
    const reply = await request('system.setProxy', { proxy: 'own', address });
    if (!reply.ok) return;
    setTyping(false);
    // A name and a password in it went to the key store, and are not shown again.
    setTyped(null);
  };
  return (
    <Section>
      <SettingRow id="proxy" label={t('settings.network.proxy')} help={t(`settings.network.proxyHelp.${shown}`)}>
        <SegmentedControl
          aria-label={t('settings.network.proxy')}
          value={shown}
          onChange={(value) => choose(value as Settings['proxy'])}
          data={proxies.map((value) => ({ value, label: t(`settings.network.proxies.${value}`) }))}
          data-testid="settings-proxy"
        />
      </SettingRow>
      {shown === 'own' && (
        <form
          className={classes.entry}
          onSubmit={(event) => {
            event.preventDefault();
            void use();
          }}
        >
          <TextInput
            aria-label={t('settings.network.address')}
            placeholder={t('settings.network.addressExample')}
            value={address}
            onChange={(event) => setTyped(event.currentTarget.value)}
            maxLength={1000}
            size="xs"
            spellCheck={false}
            data-testid="settings-proxy-address"
          />
          <Button
            type="submit"
            size="xs"
            variant="default"
            disabled={address.trim() === '' || (proxy === 'own' && address === proxyAddress)}
            data-testid="settings-proxy-use"
          >
            {t('settings.network.use')}
          </Button>
        </form>
      )}
      <Setting id="certificates">
        <PathField
          label={t('settings.network.certificates')}
          help={t('settings.network.certificatesHelp')}
          path={certificates || null}
          placeholder={t('settings.network.certificatesNone')}
          onChoose={() => void request('system.chooseCertificates')}
          onClear={() => void request('system.removeCertificates')}
          clearLabel={t('settings.network.certificatesClear')}
          testId="settings-certificates"
        />
      </Setting>
    </Section>
  );
}

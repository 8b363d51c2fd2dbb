/** Settings, Network: the proxy, and certificates that are trusted in addition to the system's. */
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Settings } from '../../../contract/app/settings.ts';
import { request } from '../../bridge.ts';
import { Section, Setting, SettingRow } from '../../components/SettingRow.tsx';
import { PathField } from '../../forms/PathField.tsx';
import { useData } from '../../state/data/store.ts';
import { TextEntry } from './TextEntry.tsx';

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
    // Credentials in the address are in the key store now, and must not be shown again.
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
        <TextEntry
          label={t('settings.network.address')}
          placeholder={t('settings.network.addressExample')}
          value={address}
          maxLength={1000}
          onChange={setTyped}
          submitLabel={t('settings.network.use')}
          isDisabled={address.trim() === '' || (proxy === 'own' && address === proxyAddress)}
          onSubmit={() => void use()}
          testId="settings-proxy-address"
          submitTestId="settings-proxy-use"
        />
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

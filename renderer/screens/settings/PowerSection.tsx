/** Settings, Power: sleep and battery during work, and the action after all work is done. */
import { Select, Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Settings } from '../../../contract/app/settings.ts';
import { request } from '../../bridge.ts';
import { Section, SettingRow } from '../../components/SettingRow.tsx';
import { bindFields } from '../../forms/bindFields.ts';
import { useData } from '../../state/data/store.ts';
import { changeSettings } from '../../state/settings/settings.ts';
import { TextEntry } from './TextEntry.tsx';

const actions = ['nothing', 'sleep', 'command'] as const satisfies Settings['whenDone'][];

export function PowerSection() {
  const { t } = useTranslation();
  const settings = useData((data) => data.settings);
  const { whenDone, doneCommand } = settings;
  const field = bindFields(settings, changeSettings);
  const [isTyping, setTyping] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const shown = isTyping ? 'command' : whenDone;
  const command = typed ?? doneCommand;

  const choose = (value: Settings['whenDone']) => {
    const needsCommand = value === 'command' && doneCommand === '';
    setTyping(needsCommand);
    if (!needsCommand) void changeSettings({ whenDone: value });
  };
  const set = async () => {
    const reply = await request('system.setDoneCommand', { command });
    if (!reply.ok) return;
    setTyping(false);
    setTyped(null);
  };
  return (
    <Section>
      <SettingRow id="awake" label={t('settings.power.awake')} help={t('settings.power.awakeHelp')}>
        <Switch aria-label={t('settings.power.awake')} {...field.check('stayAwake', 'settings-awake')} />
      </SettingRow>
      <SettingRow id="battery" label={t('settings.power.battery')} help={t('settings.power.batteryHelp')}>
        <Switch aria-label={t('settings.power.battery')} {...field.check('pauseOnBattery', 'settings-battery')} />
      </SettingRow>
      <SettingRow id="whenDone" label={t('settings.power.done')} help={t(`settings.power.doneHelp.${shown}`)}>
        <Select
          aria-label={t('settings.power.done')}
          w={240}
          data={actions.map((value) => ({ value, label: t(`settings.power.wishes.${value}`) }))}
          value={shown}
          onChange={(value) => choose(value as Settings['whenDone'])}
          data-testid="settings-when-done"
        />
      </SettingRow>
      {shown === 'command' && (
        <TextEntry
          label={t('settings.power.command')}
          placeholder={t('settings.power.command')}
          value={command}
          maxLength={500}
          onChange={setTyped}
          submitLabel={t('settings.power.set')}
          isDisabled={command.trim() === doneCommand}
          onSubmit={() => void set()}
          testId="settings-command"
          submitTestId="settings-command-set"
        />
      )}
    </Section>
  );
}

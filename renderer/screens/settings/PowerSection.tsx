/** Sleep and battery: what the computer may do while work runs, and when everything is done. */
import { Button, Select, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Settings } from '../../../contract/app/settings.ts';
import { request } from '../../bridge.ts';
import classes from '../../components/SettingRow.module.css';
import { Section, SettingRow } from '../../components/SettingRow.tsx';
import { bindFields } from '../../forms/bindFields.ts';
import { useData } from '../../state/data/store.ts';
import { changeSettings } from '../../state/settings/settings.ts';

const wishes = ['nothing', 'sleep', 'command'] as const satisfies Settings['whenDone'][];

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
          data={wishes.map((value) => ({ value, label: t(`settings.power.wishes.${value}`) }))}
          value={shown}
          onChange={(value) => choose(value as Settings['whenDone'])}
          data-testid="settings-when-done"
        />
      </SettingRow>
      {shown === 'command' && (
        <form
          className={classes.entry}
          onSubmit={(event) => {
            event.preventDefault();
            void set();
          }}
        >
          <TextInput
            aria-label={t('settings.power.command')}
            placeholder={t('settings.power.command')}
            value={command}
            onChange={(event) => setTyped(event.currentTarget.value)}
            maxLength={500}
            size="xs"
            spellCheck={false}
            data-testid="settings-command"
          />
          <Button
            type="submit"
            size="xs"
            variant="default"
            disabled={command.trim() === doneCommand}
            data-testid="settings-command-set"
          >
            {t('settings.power.set')}
          </Button>
        </form>
      )}
    </Section>
  );
}

/** The settings of the app; every change is stored at once. */
import { Button, SegmentedControl, Select, Switch, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Settings } from '../../../contract/app/settings.ts';
import { languageNames, languages } from '../../../contract/messages/language.ts';
import { request } from '../../bridge.ts';
import { CopyButton } from '../../components/CopyButton.tsx';
import { Screen } from '../../components/Screen.tsx';
import { bindFields } from '../../forms/bindFields.ts';
import { PathField } from '../../forms/PathField.tsx';
import { openAbout } from '../../state/about.ts';
import { rememberGrant } from '../../state/grants.ts';
import { consumeIntent, useUi } from '../../state/navigation.ts';
import { changeSettings } from '../../state/settings.ts';
import { useData } from '../../state/store.ts';
import { CrashRow } from './CrashRow.tsx';
import { LoginRow } from './LoginRow.tsx';
import { NetworkSection } from './NetworkSection.tsx';
import { PowerSection } from './PowerSection.tsx';
import { PreviewsSection } from './PreviewsSection.tsx';
import { RawSection } from './RawSection.tsx';
import { Section, SettingRow } from './SettingRow.tsx';
import classes from './Settings.module.css';
import { ShortcutsSection } from './ShortcutsSection.tsx';
import { StudioSection } from './studio/StudioSection.tsx';
import { UpdatesSection } from './UpdatesSection.tsx';

const appearances = ['system', 'light', 'dark'] as const satisfies Settings['appearance'][];

/** Days to choose from, with those that are set now. */
const forgetAfter = (now: number | null): number[] =>
  [...new Set([7, 30, 90, 365, ...(now === null ? [] : [now])])].sort((a, b) => a - b);

export function SettingsScreen() {
  const { t } = useTranslation();
  const { settings, recipes, profiles, about } = useData((data) => data);
  const set = (change: Partial<Settings>) => void changeSettings(change);
  const field = bindFields(settings, set);
  const language = useRef<HTMLInputElement>(null);
  const intent = useUi((ui) => ui.intent);
  useEffect(() => {
    if (intent === 'language' && consumeIntent()) language.current?.focus();
  }, [intent]);

  const chooseOutput = async () => {
    const reply = await request('app.chooseFolder', {
      title: t('settings.work.chooseTitle'),
      start: settings.outputFolder || null,
    });
    if (reply.ok && reply.value) set({ outputFolder: rememberGrant(reply.value) });
  };
  const diagnostics = async () => {
    const reply = await request('app.diagnostics');
    return reply.ok ? reply.value : null;
  };
  return (
    <Screen title={t('settings.title')} testId="screen-settings">
      <div className={classes.page}>
        <Section title={t('settings.appearance.title')}>
          <SettingRow label={t('settings.appearance.label')}>
            <SegmentedControl
              aria-label={t('settings.appearance.label')}
              data={appearances.map((value) => ({ value, label: t(`settings.appearance.${value}`) }))}
              {...field.choice('appearance', 'settings-appearance')}
            />
          </SettingRow>
          <SettingRow label={t('settings.language.label')} help={t('settings.language.help')}>
            <Select
              ref={language}
              aria-label={t('settings.language.label')}
              w={240}
              data={[
                { value: '', label: t('settings.language.system') },
                ...languages.map((each) => ({ value: each, label: languageNames[each] })),
              ]}
              value={settings.language ?? ''}
              onChange={(tag) => set({ language: languages.find((each) => each === tag) ?? null })}
              data-testid="settings-language"
            />
          </SettingRow>
        </Section>
        <Section title={t('settings.work.title')}>
          <PathField
            label={t('settings.work.output')}
            help={t('settings.work.outputHelp')}
            path={settings.outputFolder || null}
            placeholder={t('settings.work.outputNone')}
            onChoose={() => void chooseOutput()}
            testId="settings-output"
          />
          <SettingRow label={t('settings.work.recipe')}>
            <Select
              aria-label={t('settings.work.recipe')}
              w={240}
              data={recipes.map((recipe) => ({ value: recipe.id, label: recipe.name }))}
              {...field.choice('defaultRecipeId', 'settings-recipe')}
            />
          </SettingRow>
          <SettingRow label={t('settings.work.service')} help={t('settings.work.serviceHelp')}>
            <Select
              aria-label={t('settings.work.service')}
              w={240}
              data={profiles.map((profile) => ({ value: profile.id, label: profile.name }))}
              {...field.choice('defaultProfileId', 'settings-service')}
            />
          </SettingRow>
          {(['creator', 'copyright'] as const).map((name) => (
            <SettingRow key={name} label={t(`settings.work.${name}`)} help={t('settings.work.creditHelp')}>
              <TextInput
                aria-label={t(`settings.work.${name}`)}
                w={240}
                maxLength={500}
                defaultValue={settings[name]}
                onBlur={(event) => set({ [name]: event.currentTarget.value.trim() })}
                data-testid={`settings-${name}`}
              />
            </SettingRow>
          ))}
        </Section>
        <Section title={t('settings.window.title')}>
          <SettingRow label={t('settings.window.notifications')}>
            <Switch
              aria-label={t('settings.window.notifications')}
              {...field.check('notifications', 'settings-notifications')}
            />
          </SettingRow>
          <SettingRow label={t('settings.window.tray')} help={t('settings.window.trayHelp')}>
            <Switch aria-label={t('settings.window.tray')} {...field.check('keepInTray', 'settings-tray')} />
          </SettingRow>
          <LoginRow />
        </Section>
        <Section title={t('privacy.settings.title')}>
          <SettingRow label={t('privacy.settings.forget')} help={t('privacy.settings.forgetHelp')}>
            <Select
              aria-label={t('privacy.settings.forget')}
              w={240}
              data={[
                { value: '', label: t('privacy.settings.never') },
                ...forgetAfter(settings.forgetAfterDays).map((days) => ({
                  value: String(days),
                  label: t('privacy.settings.after', { count: days }),
                })),
              ]}
              value={String(settings.forgetAfterDays ?? '')}
              onChange={(days) => set({ forgetAfterDays: days ? Number(days) : null })}
              data-testid="settings-forget"
            />
          </SettingRow>
        </Section>
        <RawSection />
        <PreviewsSection />
        <PowerSection />
        <ShortcutsSection />
        <StudioSection />
        <NetworkSection />
        <UpdatesSection />
        <Section title={t('settings.advanced.title')}>
          <SettingRow
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
          <SettingRow label={t('settings.advanced.logs')} help={t('settings.advanced.logsHelp')}>
            <Button
              variant="default"
              size="xs"
              onClick={() => void request('app.revealLogs')}
              data-testid="settings-logs"
            >
              {t('settings.advanced.revealLogs')}
            </Button>
          </SettingRow>
          <SettingRow label={t('settings.advanced.diagnostics')} help={t('settings.advanced.diagnosticsHelp')}>
            <CopyButton inForm text={diagnostics} label={t('settings.advanced.copy')} testId="settings-diagnostics" />
          </SettingRow>
          <CrashRow />
          {!about.keyStore && (
            <SettingRow label={t('settings.advanced.plainKeys')} help={t('settings.advanced.plainKeysHelp')}>
              <Switch
                aria-label={t('settings.advanced.plainKeys')}
                {...field.check('plainKeyFile', 'settings-plain-keys')}
              />
            </SettingRow>
          )}
        </Section>
        <Button variant="subtle" size="compact-xs" onClick={openAbout} data-testid="settings-about">
          {t('about.title')}
        </Button>
      </div>
    </Screen>
  );
}

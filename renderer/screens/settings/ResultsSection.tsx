/** Settings, Results: output folder, default recipe and service, creator and copyright. */
import { Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { request } from '../../bridge.ts';
import { Section, Setting, SettingRow } from '../../components/SettingRow.tsx';
import { bindFields } from '../../forms/bindFields.ts';
import { PathField } from '../../forms/PathField.tsx';
import { rememberGrant } from '../../state/data/grants.ts';
import { useData } from '../../state/data/store.ts';
import { changeSettings } from '../../state/settings/settings.ts';

export function ResultsSection() {
  const { t } = useTranslation();
  const { settings, recipes, profiles } = useData((data) => data);
  const field = bindFields(settings, changeSettings);
  const chooseOutput = async () => {
    const reply = await request('app.chooseFolder', {
      title: t('settings.work.chooseTitle'),
      start: settings.outputFolder || null,
    });
    if (reply.ok && reply.value) void changeSettings({ outputFolder: rememberGrant(reply.value) });
  };
  return (
    <Section>
      <Setting id="output">
        <PathField
          label={t('settings.work.output')}
          help={t('settings.work.outputHelp')}
          path={settings.outputFolder || null}
          placeholder={t('settings.work.outputNone')}
          onChoose={() => void chooseOutput()}
          testId="settings-output"
        />
      </Setting>
      <SettingRow id="recipe" label={t('settings.work.recipe')}>
        <Select
          aria-label={t('settings.work.recipe')}
          w={240}
          data={recipes.map((recipe) => ({ value: recipe.id, label: recipe.name }))}
          {...field.choice('defaultRecipeId', 'settings-recipe')}
        />
      </SettingRow>
      <SettingRow id="service" label={t('settings.work.service')} help={t('settings.work.serviceHelp')}>
        <Select
          aria-label={t('settings.work.service')}
          w={240}
          data={profiles.map((profile) => ({ value: profile.id, label: profile.name }))}
          {...field.choice('defaultProfileId', 'settings-service')}
        />
      </SettingRow>
      {(['creator', 'copyright'] as const).map((name) => (
        <SettingRow key={name} id={name} label={t(`settings.work.${name}`)} help={t('settings.work.creditHelp')}>
          <TextInput
            aria-label={t(`settings.work.${name}`)}
            w={240}
            maxLength={500}
            defaultValue={settings[name]}
            onBlur={(event) => void changeSettings({ [name]: event.currentTarget.value.trim() })}
            data-testid={`settings-${name}`}
          />
        </SettingRow>
      ))}
    </Section>
  );
}

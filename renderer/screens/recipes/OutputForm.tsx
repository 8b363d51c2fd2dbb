/** Where results go and what they are called. */
import { Checkbox, NumberInput, Select, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Placeholder, placeholders, unknownPlaceholders } from '../../../preload/contract/naming.ts';
import { conflictRules, type Output, outputFormats, type Recipe } from '../../../preload/contract/recipe.ts';
import { ask } from '../../bridge.ts';
import { PathField } from '../../forms/PathField.tsx';
import { chosen } from '../../state/grants.ts';
import { exampleName } from './exampleName.ts';
import classes from './Recipes.module.css';
import { usesQuality } from './recipeDraft.ts';

interface OutputFormProps {
  readonly recipe: Recipe;
  readonly issueOf: (path: string) => string | undefined;
  readonly onChange: (recipe: Recipe) => void;
}

export function OutputForm({ recipe, issueOf, onChange }: OutputFormProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const { output } = recipe;
  const set = (change: Partial<Output>) => onChange({ ...recipe, output: { ...output, ...change } });
  const unknown = unknownPlaceholders(output.template);

  const chooseFolder = async () => {
    const reply = await ask('app.chooseFolder', { title: t('settings.work.chooseTitle'), start: output.folder });
    if (reply.ok && reply.value) set({ folder: chosen(reply.value) });
  };
  /** Puts the placeholder where the cursor is. */
  const insert = (name: Placeholder) => {
    const at = input.current?.selectionStart ?? output.template.length;
    const to = input.current?.selectionEnd ?? at;
    set({ template: `${output.template.slice(0, at)}{${name}}${output.template.slice(to)}` });
    input.current?.focus();
  };

  return (
    <section className={`${classes.card} ${classes.output}`} aria-label={t('recipes.output.title')}>
      <div className={classes.cardHead}>
        <h2>{t('recipes.output.title')}</h2>
      </div>
      <PathField
        label={t('recipes.output.folder')}
        path={output.folder}
        placeholder={t('recipes.output.folderDefault')}
        onChoose={() => void chooseFolder()}
        onClear={() => set({ folder: null })}
        clearLabel={t('recipes.output.folderClear')}
        testId="recipe-folder"
      />
      <div>
        <TextInput
          ref={input}
          label={t('recipes.output.template')}
          value={output.template}
          error={issueOf('output.template')}
          onChange={(event) => set({ template: event.currentTarget.value })}
          data-testid="recipe-template"
        />
        {/* biome-ignore lint/a11y/useSemanticElements: a row of buttons, not a fieldset */}
        <div className={classes.placeholders} role="group" aria-label={t('recipes.output.placeholders')}>
          {(Object.keys(placeholders) as Placeholder[]).map((name) => (
            <button
              key={name}
              type="button"
              title={t(`recipes.output.placeholder.${name}`)}
              onClick={() => insert(name)}
              data-testid={`placeholder-${name}`}
            >{`{${name}}`}</button>
          ))}
        </div>
        {unknown.map((name) => (
          <p key={name} className={classes.warn}>
            {t('recipes.issues.unknown', { name: `{${name}}` })}
          </p>
        ))}
        <p className={classes.example} data-testid="recipe-example">
          {t('recipes.output.example', { name: exampleName(recipe, new Date()) })}
        </p>
      </div>
      <div className={classes.two}>
        <Select
          label={t('recipes.output.format')}
          allowDeselect={false}
          data={outputFormats.map((format) => ({ value: format, label: t(`recipes.output.formats.${format}`) }))}
          value={output.format}
          onChange={(format) => format && set({ format: format as Output['format'] })}
          data-testid="recipe-format"
        />
        <NumberInput
          label={t('recipes.output.quality')}
          min={1}
          max={100}
          clampBehavior="strict"
          disabled={!usesQuality(recipe)}
          title={usesQuality(recipe) ? undefined : t('recipes.output.lossless')}
          value={output.quality}
          onChange={(quality) => typeof quality === 'number' && set({ quality })}
          data-testid="recipe-quality"
        />
      </div>
      <Select
        label={t('recipes.output.conflict')}
        description={t(`recipes.output.conflictHelp.${output.conflict}`)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        allowDeselect={false}
        data={conflictRules.map((rule) => ({ value: rule, label: t(`recipes.output.conflicts.${rule}`) }))}
        value={output.conflict}
        onChange={(conflict) => conflict && set({ conflict: conflict as Output['conflict'] })}
        data-testid="recipe-conflict"
      />
      <Checkbox
        label={t('recipes.output.mirror')}
        checked={output.mirror}
        onChange={(event) => set({ mirror: event.currentTarget.checked })}
        data-testid="recipe-mirror"
      />
      <Checkbox
        label={t('recipes.output.fit')}
        description={t('recipes.output.fitHelp')}
        checked={recipe.fit}
        onChange={(event) => onChange({ ...recipe, fit: event.currentTarget.checked })}
        data-testid="recipe-fit"
      />
    </section>
  );
}

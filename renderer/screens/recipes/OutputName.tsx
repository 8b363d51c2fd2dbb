/** Where the files of an output go, and what they are called. */
import { Checkbox, Select, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import { type Placeholder, placeholders, unknownPlaceholders } from '../../../contract/recipes/naming.ts';
import { conflictRules } from '../../../contract/recipes/output.ts';
import { canBeProductName, variantOf, wrongNameMessage } from '../../../contract/recipes/product-file-name.ts';
import { request } from '../../bridge.ts';
import { bindFields } from '../../forms/bindFields.ts';
import { PathField } from '../../forms/PathField.tsx';
import { rememberGrant } from '../../state/data/grants.ts';
import { useMarketplaces } from '../../state/data/marketplaces.ts';
import { exampleName } from './exampleName.ts';
import type { OutputPartProps } from './outputPartProps.ts';
import classes from './Recipes.module.css';

export function OutputName({ recipe, number, output, has, issueOf, set, testId }: OutputPartProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const field = bindFields(output, set);
  const preset = useMarketplaces().find(output.marketplace);
  const variant = preset && variantOf(preset);

  const chooseFolder = async () => {
    const reply = await request('app.chooseFolder', { title: t('settings.work.chooseTitle'), start: output.folder });
    if (reply.ok && reply.value) set({ folder: rememberGrant(reply.value) });
  };
  /** Puts the placeholder where the cursor is. */
  const insert = (name: Placeholder) => {
    const start = input.current?.selectionStart ?? output.template.length;
    const to = input.current?.selectionEnd ?? start;
    set({ template: `${output.template.slice(0, start)}{${name}}${output.template.slice(to)}` });
    input.current?.focus();
  };

  return (
    <>
      {has('folder') && (
        <PathField
          label={t('recipes.output.folder')}
          path={output.folder}
          placeholder={t(number === 0 ? 'recipes.output.folderDefault' : 'recipes.output.folderFirst')}
          onChoose={() => void chooseFolder()}
          onClear={() => set({ folder: null })}
          clearLabel={t('recipes.output.folderClear')}
          testId={testId('folder')}
        />
      )}
      {has('template') && (
        <div>
          <TextInput
            ref={input}
            label={t('recipes.output.template')}
            error={issueOf('template')}
            {...field.text('template', testId('template'))}
          />
          {/* biome-ignore lint/a11y/useSemanticElements: a row of buttons, not a fieldset */}
          <div className={classes.placeholders} role="group" aria-label={t('recipes.output.placeholders')}>
            {(Object.keys(placeholders) as Placeholder[]).map((name) => (
              <button
                key={name}
                type="button"
                title={t(`recipes.output.placeholder.${name}`)}
                onClick={() => insert(name)}
                data-testid={number === 0 ? `placeholder-${name}` : testId(`placeholder-${name}`)}
              >{`{${name}}`}</button>
            ))}
          </div>
          {unknownPlaceholders(output.template).map((name) => (
            <p key={name} className={classes.warn}>
              {t('recipes.issues.unknown', { name: `{${name}}` })}
            </p>
          ))}
          <p className={classes.example} data-testid={testId('example')}>
            {t('recipes.output.example', { name: exampleName(recipe, new Date(), output) })}
          </p>
          {variant !== null && !canBeProductName(output.template, variant) && (
            <p className={classes.warn} data-testid={testId('other-name')}>
              {`${preset?.name}: ${formatMessage(wrongNameMessage(variant))} ${t('presets.verdict.uncertain')}`}
            </p>
          )}
        </div>
      )}
      {has('conflict') && (
        <Select
          label={t('recipes.output.conflict')}
          description={t(`recipes.output.conflictHelp.${output.conflict}`)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={conflictRules.map((rule) => ({ value: rule, label: t(`recipes.output.conflicts.${rule}`) }))}
          {...field.choice('conflict', testId('conflict'))}
        />
      )}
      {has('mirror') && <Checkbox label={t('recipes.output.mirror')} {...field.check('mirror', testId('mirror'))} />}
    </>
  );
}

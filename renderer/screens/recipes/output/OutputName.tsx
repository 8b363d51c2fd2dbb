/** Folder and file name of an output. */
import { Checkbox, Group, Select, TextInput, UnstyledButton } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMessage } from '../../../../contract/messages/format-message.ts';
import { type Placeholder, placeholders, unknownPlaceholders } from '../../../../contract/recipes/naming.ts';
import { conflictRules } from '../../../../contract/recipes/output.ts';
import { canBeProductName, variantOf, wrongNameMessage } from '../../../../contract/recipes/product-file-name.ts';
import { request } from '../../../bridge.ts';
import { Note } from '../../../components/Note.tsx';
import { bindFields } from '../../../forms/bindFields.ts';
import { PathField } from '../../../forms/PathField.tsx';
import { rememberGrant } from '../../../state/data/grants.ts';
import { useMarketplaces } from '../../../state/data/marketplaces.ts';
import { exampleName } from './exampleName.ts';
import type { OutputPartProps } from './outputPartProps.ts';

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
  /** Inserts a placeholder at the cursor. */
  const insert = (name: Placeholder) => {
    const start = input.current?.selectionStart ?? output.template.length;
    const end = input.current?.selectionEnd ?? start;
    set({ template: `${output.template.slice(0, start)}{${name}}${output.template.slice(end)}` });
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
          <Group gap={4} mt={6} role="group" aria-label={t('recipes.output.placeholders')}>
            {(Object.keys(placeholders) as Placeholder[]).map((name) => (
              <UnstyledButton
                key={name}
                px={6}
                bd="1px solid var(--b-line)"
                bdrs={4}
                bg="color-mix(in srgb, var(--b-text) 4%, transparent)"
                fz="xs"
                title={t(`recipes.output.placeholder.${name}`)}
                onClick={() => insert(name)}
                data-testid={number === 0 ? `placeholder-${name}` : testId(`placeholder-${name}`)}
              >{`{${name}}`}</UnstyledButton>
            ))}
          </Group>
          {unknownPlaceholders(output.template).map((name) => (
            <Note key={name} mt={4} c="var(--b-uncertain)">
              {t('recipes.issues.unknown', { name: `{${name}}` })}
            </Note>
          ))}
          <Note
            mt={6}
            lh="inherit"
            className="selectable"
            style={{ overflowWrap: 'anywhere' }}
            data-testid={testId('example')}
          >
            {t('recipes.output.example', { name: exampleName(recipe, new Date(), output) })}
          </Note>
          {variant !== null && !canBeProductName(output.template, variant) && (
            <Note mt={4} c="var(--b-uncertain)" data-testid={testId('other-name')}>
              {`${preset?.name}: ${formatMessage(wrongNameMessage(variant))} ${t('presets.verdict.uncertain')}`}
            </Note>
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

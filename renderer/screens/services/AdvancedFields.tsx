/** Collapsed fields: key header, concurrency, and task queries. */
import { Checkbox, NumberInput, Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { minPollSecondsOf } from '../../../contract/services/profile.ts';
import {
  hasTaskIdInPath,
  taskIdPlaceholder,
  taskQueryBodies,
  taskQueryBodyTypes,
  taskQueryMethods,
} from '../../../contract/services/task-query-form.ts';
import { CollapsibleSection } from '../../components/CollapsibleSection.tsx';
import { type Fields, trimmed } from '../../forms/bindFields.ts';
import { PlainKeyFile, useIsPlainKeyFile } from './KeyFields.tsx';
import type { ProfileDraft } from './profileDraft.ts';
import { advancedSummary } from './serviceSummary.ts';

const fields = ['keyHeader', 'taskQueryPath', 'taskQueryField', 'outputFormField', 'pollSeconds'] as const;

const bodyOptions = taskQueryBodies.map((value) => ({ value, label: taskQueryBodyTypes[value] }));

interface AdvancedFieldsProps {
  readonly draft: ProfileDraft;
  readonly field: Fields<ProfileDraft>;
  readonly issueOf: (path: string) => string | undefined;
}

export function AdvancedFields({ draft, field, issueOf }: AdvancedFieldsProps) {
  const { t } = useTranslation();
  return (
    <CollapsibleSection
      name="advanced"
      title={t('services.form.advanced')}
      summary={advancedSummary(draft, useIsPlainKeyFile(), t)}
      hasIssue={fields.some((name) => issueOf(name) !== undefined)}
    >
      <TextInput
        label={t('services.form.header')}
        error={issueOf('keyHeader')}
        {...field.text('keyHeader', 'service-header', trimmed)}
        spellCheck={false}
      />
      <PlainKeyFile />
      <NumberInput
        label={t('services.form.concurrency')}
        description={t('services.form.concurrencyHelp')}
        min={1}
        max={16}
        clampBehavior="strict"
        {...field.number('maxConcurrency', 'service-concurrency')}
      />
      <Checkbox
        label={t('services.form.plainResults')}
        description={t('services.form.plainResultsHelp')}
        {...field.check('plainResults', 'service-plain-results')}
      />
      <TaskFields draft={draft} field={field} issueOf={issueOf} />
    </CollapsibleSection>
  );
}

function TaskFields({ draft, field, issueOf }: AdvancedFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        label={t('services.form.queryPath')}
        description={t('services.form.queryPathHelp', { placeholder: taskIdPlaceholder })}
        error={issueOf('taskQueryPath')}
        {...field.text('taskQueryPath', 'service-query-path', trimmed)}
        spellCheck={false}
      />
      <Select
        label={t('services.form.queryMethod')}
        data={taskQueryMethods}
        {...field.choice('taskQueryMethod', 'service-query-method')}
      />
      {!hasTaskIdInPath(draft) && (
        <TextInput
          label={t('services.form.queryField')}
          error={issueOf('taskQueryField')}
          {...field.text('taskQueryField', 'service-query-field', trimmed)}
          spellCheck={false}
        />
      )}
      {!hasTaskIdInPath(draft) && draft.taskQueryMethod === 'POST' && (
        <Select
          label={t('services.form.queryBody')}
          data={bodyOptions}
          {...field.choice('taskQueryBody', 'service-query-body')}
        />
      )}
      <TextInput
        label={t('services.form.formField')}
        description={t('services.form.formFieldHelp')}
        error={issueOf('outputFormField')}
        {...field.text('outputFormField', 'service-form-field', trimmed)}
        spellCheck={false}
      />
      <NumberInput
        label={t('services.form.poll')}
        description={t('services.form.pollHelp', { min: minPollSecondsOf(draft) })}
        error={issueOf('pollSeconds')}
        min={minPollSecondsOf(draft)}
        max={60}
        clampBehavior="blur"
        allowDecimal={false}
        {...field.number('pollSeconds', 'service-poll')}
      />
    </>
  );
}

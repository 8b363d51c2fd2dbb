/** What the interface leaves open and few services have otherwise, folded away. */
import { Box, NumberInput, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { minPollSecondsOf } from '../../../contract/services/profile.ts';
import {
  hasTaskIdInPath,
  taskIdPlaceholder,
  taskQueryBodies,
  taskQueryBodyTypes,
  taskQueryMethods,
} from '../../../contract/services/task-query-form.ts';
import cards from '../../components/Cards.module.css';
import { type Fields, trimmed } from '../../forms/bindFields.ts';
import type { ProfileDraft } from './profileDraft.ts';

const fields = ['taskQueryPath', 'taskQueryField', 'outputFormField', 'pollSeconds'] as const;

const bodyOptions = taskQueryBodies.map((value) => ({ value, label: taskQueryBodyTypes[value] }));

interface AdvancedFieldsProps {
  readonly draft: ProfileDraft;
  readonly field: Fields<ProfileDraft>;
  readonly issueOf: (path: string) => string | undefined;
}

export function AdvancedFields({ draft, field, issueOf }: AdvancedFieldsProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  // What is wrong must be seen.
  const isOpen = opened || fields.some((name) => issueOf(name) !== undefined);
  return (
    <details open={isOpen} onToggle={(event) => setOpened(event.currentTarget.open)} data-testid="service-advanced">
      <summary>{t('services.form.advanced')}</summary>
      <Box className={cards.form} mt="xs">
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
      </Box>
    </details>
  );
}

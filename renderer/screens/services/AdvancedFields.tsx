/** What the interface leaves open and few services have otherwise, folded away. */
import { Box, NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import cards from '../../components/Cards.module.css';
import { type Fields, trimmed } from '../../forms/bindFields.ts';
import type { ProfileDraft } from './profileDraft.ts';

const fields = ['taskQueryPath', 'outputFormField', 'pollSeconds'] as const;

interface AdvancedFieldsProps {
  readonly field: Fields<ProfileDraft>;
  readonly issueOf: (path: string) => string | undefined;
}

export function AdvancedFields({ field, issueOf }: AdvancedFieldsProps) {
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
          error={issueOf('taskQueryPath')}
          {...field.text('taskQueryPath', 'service-query-path', trimmed)}
          spellCheck={false}
        />
        <TextInput
          label={t('services.form.formField')}
          description={t('services.form.formFieldHelp')}
          error={issueOf('outputFormField')}
          {...field.text('outputFormField', 'service-form-field', trimmed)}
          spellCheck={false}
        />
        <NumberInput
          label={t('services.form.poll')}
          description={t('services.form.pollHelp')}
          min={1}
          max={60}
          clampBehavior="strict"
          allowDecimal={false}
          {...field.number('pollSeconds', 'service-poll')}
        />
      </Box>
    </details>
  );
}

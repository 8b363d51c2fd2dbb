/** What the interface leaves open and few services have otherwise, folded away. */
import { Box, NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '../../../contract/profile.ts';
import cards from '../../components/Cards.module.css';

const fields = ['taskQueryPath', 'outputFormField', 'pollSeconds'] as const;
type Advanced = Pick<Profile, (typeof fields)[number]>;

interface AdvancedFieldsProps {
  readonly value: Advanced;
  readonly issueOf: (path: string) => string | undefined;
  readonly onChange: (change: Partial<Advanced>) => void;
}

export function AdvancedFields({ value, issueOf, onChange }: AdvancedFieldsProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  // What is wrong must be seen.
  const isOpen = opened || fields.some((field) => issueOf(field) !== undefined);
  return (
    <details open={isOpen} onToggle={(event) => setOpened(event.currentTarget.open)} data-testid="service-advanced">
      <summary>{t('services.form.advanced')}</summary>
      <Box className={cards.form} mt="xs">
        <TextInput
          label={t('services.form.queryPath')}
          value={value.taskQueryPath}
          error={issueOf('taskQueryPath')}
          onChange={(event) => onChange({ taskQueryPath: event.currentTarget.value.trim() })}
          spellCheck={false}
          data-testid="service-query-path"
        />
        <TextInput
          label={t('services.form.formField')}
          description={t('services.form.formFieldHelp')}
          value={value.outputFormField}
          error={issueOf('outputFormField')}
          onChange={(event) => onChange({ outputFormField: event.currentTarget.value.trim() })}
          spellCheck={false}
          data-testid="service-form-field"
        />
        <NumberInput
          label={t('services.form.poll')}
          description={t('services.form.pollHelp')}
          min={1}
          max={60}
          clampBehavior="strict"
          allowDecimal={false}
          value={value.pollSeconds}
          onChange={(seconds) => typeof seconds === 'number' && onChange({ pollSeconds: seconds })}
          data-testid="service-poll"
        />
      </Box>
    </details>
  );
}

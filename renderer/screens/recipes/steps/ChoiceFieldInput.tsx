/** One of several values. */
import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ChoiceField } from '../../../../contract/operations/operation-spec.ts';
import { FieldFrame } from './FieldFrame.tsx';
import type { FieldInputProps } from './fieldInputProps.ts';
import { choicesOf, serviceDefault } from './formLogic.ts';

export function ChoiceFieldInput({ field, value, overriddenBy, issue, onChange }: FieldInputProps<ChoiceField>) {
  const { t } = useTranslation();
  return (
    <FieldFrame
      field={field}
      isSet={value !== undefined}
      overriddenBy={overriddenBy}
      issue={issue}
      state=""
      onReset={() => onChange(undefined)}
    >
      <Select
        aria-label={field.label}
        size="xs"
        searchable={field.choices.length > 12}
        disabled={overriddenBy !== null}
        error={issue !== undefined}
        data={choicesOf(field, t)}
        value={value === undefined ? serviceDefault : String(value)}
        onChange={(text) => onChange(field.choices.find((choice) => String(choice.value) === text)?.value)}
        data-testid={`field-${field.name}`}
      />
    </FieldFrame>
  );
}

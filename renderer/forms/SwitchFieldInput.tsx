/** On, off, or left to the service. */
import { Switch } from '@mantine/core';
import type { SwitchField } from '../../preload/contract/operations/spec.ts';
import { FieldFrame } from './FieldFrame.tsx';
import type { FieldInputProps } from './fieldInputProps.ts';

export function SwitchFieldInput({ field, value, idle, issue, onChange }: FieldInputProps<SwitchField>) {
  return (
    <FieldFrame
      field={field}
      isSet={value !== undefined}
      idle={idle}
      issue={issue}
      onReset={() => onChange(undefined)}
      inline={
        <Switch
          size="sm"
          aria-label={field.label}
          checked={value === true}
          disabled={idle !== null}
          onChange={(event) => onChange(event.currentTarget.checked)}
          data-testid={`field-${field.name}`}
        />
      }
    />
  );
}

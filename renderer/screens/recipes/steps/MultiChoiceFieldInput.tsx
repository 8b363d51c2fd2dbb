/** Several values of a list. */
import { Chip } from '@mantine/core';
import type { MultiChoiceField } from '../../../../contract/operations/operation-spec.ts';
import classes from '../../../forms/Fields.module.css';
import { FieldFrame } from './FieldFrame.tsx';
import type { FieldInputProps } from './fieldInputProps.ts';

export function MultiChoiceFieldInput({
  field,
  value,
  overriddenBy,
  issue,
  onChange,
}: FieldInputProps<MultiChoiceField>) {
  const chosen = Array.isArray(value) ? value.map(String) : [];
  return (
    <FieldFrame
      field={field}
      isSet={chosen.length > 0}
      overriddenBy={overriddenBy}
      issue={issue}
      onReset={() => onChange(undefined)}
    >
      <Chip.Group multiple value={chosen} onChange={(next) => onChange(next)}>
        <div className={classes.chips}>
          {field.choices.map((choice) => (
            <Chip
              key={choice.value}
              value={String(choice.value)}
              size="xs"
              variant="light"
              disabled={overriddenBy !== null}
              wrapperProps={{ 'data-testid': `field-${field.name}-${choice.value}` }}
            >
              {choice.label}
            </Chip>
          ))}
        </div>
      </Chip.Group>
    </FieldFrame>
  );
}

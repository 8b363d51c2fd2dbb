/** On, off, or left to the service. */
import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SwitchField } from '../../../../contract/operations/operation-spec.ts';
import { FieldFrame } from './FieldFrame.tsx';
import type { FieldInputProps } from './fieldInputProps.ts';

export function SwitchFieldInput(props: FieldInputProps<SwitchField>) {
  const { field, value, overriddenBy, implied, issue, onChange } = props;
  const { t } = useTranslation();
  return (
    <FieldFrame
      field={field}
      isSet={value !== undefined && !implied}
      overriddenBy={overriddenBy}
      note={implied ? t('recipes.field.impliedWhy') : undefined}
      state={implied ? t('recipes.field.implied') : undefined}
      issue={issue}
      onReset={() => onChange(undefined)}
      inline={
        <Switch
          size="sm"
          aria-label={field.label}
          checked={value === true || implied}
          disabled={overriddenBy !== null}
          // Not greyed out: it is on, and it is the others that turn it off.
          aria-disabled={implied || undefined}
          onChange={(event) => !implied && onChange(event.currentTarget.checked)}
          data-testid={`field-${field.name}`}
        />
      }
    />
  );
}

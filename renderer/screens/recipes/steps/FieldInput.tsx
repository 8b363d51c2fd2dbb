/** One component per kind of field. */
import { ChoiceFieldInput } from './ChoiceFieldInput.tsx';
import type { FieldInputProps } from './fieldInputProps.ts';
import { MultiChoiceFieldInput } from './MultiChoiceFieldInput.tsx';
import { NumberFieldInput } from './NumberFieldInput.tsx';
import { SwitchFieldInput } from './SwitchFieldInput.tsx';

export function FieldInput({ field, ...rest }: FieldInputProps) {
  switch (field.kind) {
    case 'integer':
    case 'number':
      return <NumberFieldInput field={field} {...rest} />;
    case 'choice':
      return <ChoiceFieldInput field={field} {...rest} />;
    case 'multi-choice':
      return <MultiChoiceFieldInput field={field} {...rest} />;
    case 'switch':
      return <SwitchFieldInput field={field} {...rest} />;
    default:
      return field satisfies never;
  }
}

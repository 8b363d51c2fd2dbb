/** One component per kind of field. */
import type { ParamValue } from '../../preload/contract/operations/params.ts';
import type { Field } from '../../preload/contract/operations/spec.ts';
import { ChoiceFieldInput } from './ChoiceFieldInput.tsx';
import type { Idle } from './formLogic.ts';
import { MultiChoiceFieldInput } from './MultiChoiceFieldInput.tsx';
import { NumberFieldInput } from './NumberFieldInput.tsx';
import { SwitchFieldInput } from './SwitchFieldInput.tsx';

export interface FieldInputProps<F extends Field = Field> {
  readonly field: F;
  /** Undefined = left to the service. */
  readonly value: ParamValue | undefined;
  readonly idle: Idle | null;
  readonly issue: string | undefined;
  readonly onChange: (value: ParamValue | undefined) => void;
}

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

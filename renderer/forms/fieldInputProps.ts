/** What every field's component is given. */
import type { ParamValue } from '../../preload/contract/operations/params.ts';
import type { Field } from '../../preload/contract/operations/spec.ts';
import type { Idle } from './formLogic.ts';

export interface FieldInputProps<F extends Field = Field> {
  readonly field: F;
  /** Undefined = left to the service. */
  readonly value: ParamValue | undefined;
  readonly idle: Idle | null;
  readonly issue: string | undefined;
  readonly onChange: (value: ParamValue | undefined) => void;
}

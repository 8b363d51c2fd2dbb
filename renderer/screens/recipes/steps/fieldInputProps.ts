/** What every field's component is given. */

import type { Field } from '../../../../contract/operations/operation-spec.ts';
import type { ParamValue } from '../../../../contract/operations/params.ts';

export interface FieldInputProps<F extends Field = Field> {
  readonly field: F;
  /** Undefined = left to the service. */
  readonly value: ParamValue | undefined;
  /** Label of the switch that takes its effect from the field. */
  readonly overriddenBy: string | null;
  /** The service takes a switch as on although it is not, since all the others are off. */
  readonly implied: boolean;
  readonly issue: string | undefined;
  readonly onChange: (value: ParamValue | undefined) => void;
}

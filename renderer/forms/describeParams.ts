/** The parameters of a step as one line of words: "Whitening 30, Filter: Paris". Pure. */
import { joinList } from '../../contract/messages/format-message.ts';
import type { Field, OperationSpec } from '../../contract/operations/operation-spec.ts';
import { applyRules, type Params, type ParamValue, toWire } from '../../contract/operations/params.ts';

/** As the service takes them: fields without effect are left out. Empty when every field is left to the service. */
export function describeParams(spec: OperationSpec, params: Params): string {
  return described(applyRules(spec, params), spec.fields);
}

/** Of `fields`, those in which a step differs from the service's default; empty when none does. */
export function describeDifferences(spec: OperationSpec, params: Params, fields: readonly Field[]): string {
  const taken = applyRules(spec, params);
  const differs = (field: Field) => {
    const value = taken[field.name];
    return value !== undefined && toWire(field, value) !== String(field.default);
  };
  return described(taken, fields.filter(differs));
}

function described(taken: Params, fields: readonly Field[]): string {
  return joinList(
    fields.flatMap((field) => {
      const value = taken[field.name];
      return value === undefined ? [] : describe(field, value);
    }),
  );
}

function describe(field: Field, value: ParamValue): string[] {
  switch (field.kind) {
    case 'integer':
    case 'number':
      return [`${field.label} ${value}`];
    case 'choice':
      return [`${field.label}: ${labelOf(field.choices, value)}`];
    case 'multi-choice': {
      const chosen = Array.isArray(value) ? value : [value];
      return [`${field.label}: ${joinList(chosen.map((each) => labelOf(field.choices, each)))}`];
    }
    case 'switch':
      return value ? [field.label] : [];
    default:
      return field satisfies never;
  }
}

function labelOf(choices: readonly { value: string | number; label: string }[], value: unknown): string {
  return choices.find((choice) => choice.value === value)?.label ?? String(value);
}

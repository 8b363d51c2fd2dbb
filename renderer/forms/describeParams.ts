/** Descriptions of a step's parameters in one line: "Whitening 30, Filter: Paris". Pure. */
import { joinList } from '../../contract/messages/format-message.ts';
import type { Field, OperationSpec } from '../../contract/operations/operation-spec.ts';
import { applyRules, type Params, type ParamValue, toWire } from '../../contract/operations/params.ts';

/** Describes the parameters that are sent to the service. Returns '' if every field is left to the service. */
export function describeParams(spec: OperationSpec, params: Params): string {
  return describeFields(applyRules(spec, params), spec.fields);
}

/** Describes those of `fields` that differ from the service's default. Returns '' if none does. */
export function describeDifferences(spec: OperationSpec, params: Params, fields: readonly Field[]): string {
  const sent = applyRules(spec, params);
  const isChanged = (field: Field) => {
    const value = sent[field.name];
    return value !== undefined && toWire(field, value) !== String(field.default);
  };
  return describeFields(sent, fields.filter(isChanged));
}

function describeFields(params: Params, fields: readonly Field[]): string {
  return joinList(
    fields.flatMap((field) => {
      const value = params[field.name];
      return value === undefined ? [] : describeField(field, value);
    }),
  );
}

function describeField(field: Field, value: ParamValue): string[] {
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

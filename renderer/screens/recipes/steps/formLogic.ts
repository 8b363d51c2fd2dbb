/** Rules of a form for an operation: groups, effects and defaults of its fields. */

import type { TFunction } from 'i18next';
import { joinList } from '../../../../contract/messages/format-message.ts';
import { describeSwitch } from '../../../../contract/operations/describe-operation.ts';
import type { Choice, ChoiceField, Field, OperationSpec } from '../../../../contract/operations/operation-spec.ts';
import { applyRules, isEffective, type Params, type ParamValue } from '../../../../contract/operations/params.ts';
import type { Step } from '../../../../contract/recipes/recipe.ts';

interface FieldGroup {
  readonly title: string | null;
  readonly fields: readonly Field[];
}

/** Groups fields by heading, in the table's order, those without a heading first. */
export function groupsOf(fields: readonly Field[]): readonly FieldGroup[] {
  const titles = [...new Set(fields.map((field) => field.group ?? null))];
  return titles
    .sort((a, b) => Number(a !== null) - Number(b !== null))
    .map((title) => ({ title, fields: fields.filter((field) => (field.group ?? null) === title) }));
}

/** Returns `params` with one value set, or reset to the service's default if it is undefined or an empty list. */
export function withParam(params: Step['params'], name: string, value: ParamValue | undefined): Step['params'] {
  const { [name]: _, ...rest } = params;
  if (value === undefined) return rest;
  if (typeof value !== 'object') return { ...rest, [name]: value };
  return value.length === 0 ? rest : { ...rest, [name]: [...value] };
}

/** Returns the label of the field that overrides this one, or null if it has an effect. */
export function overriddenBy(spec: OperationSpec, name: string, params: Params): string | null {
  if (isEffective(spec, name, params)) return null;
  const overridingFields = spec.rules.flatMap((rule) =>
    rule.kind === 'overrides' && rule.ignored.includes(name) ? [rule.field] : [],
  );
  return spec.fields.find((each) => each.name === overridingFields[0])?.label ?? name;
}

/** Whether the service derives the value from other fields. */
export function isImplied(spec: OperationSpec, name: string, params: Params): boolean {
  const effective = applyRules(spec, params)[name];
  return effective !== undefined && effective !== params[name];
}

function labelOf(choices: readonly Choice[], value: string | number): string {
  return choices.find((choice) => String(choice.value) === String(value))?.label ?? String(value);
}

/** Returns the label of the service's default, or null if the interface does not state it. */
export function defaultText(field: Field): string | null {
  if (field.default === undefined) return null;
  switch (field.kind) {
    case 'integer':
    case 'number':
      return String(field.default);
    case 'choice':
      return labelOf(field.choices, field.default);
    case 'multi-choice':
      return joinList(
        String(field.default)
          .split(',')
          .map((name) => labelOf(field.choices, name)),
      );
    case 'switch': {
      const labels = describeSwitch(field);
      return field.default === field.on ? labels.on : labels.off;
    }
    default:
      return field satisfies never;
  }
}

/** Value of a control for the service's default; no field has it. */
export const serviceDefault = 'service default';

/** Options of a field, the first for the service's default. */
export function choicesOf(field: ChoiceField, t: TFunction): { value: string; label: string }[] {
  const value = defaultText(field);
  const byDefault = value === null ? t('recipes.field.unsent') : t('recipes.field.byDefault', { value });
  return [
    { value: serviceDefault, label: field.unsent ?? byDefault },
    ...field.choices.map((choice) => ({ value: String(choice.value), label: choice.label })),
  ];
}

/** Position of a slider for the service's default. */
export function sliderDefault(field: Extract<Field, { kind: 'integer' | 'number' }>): number {
  return typeof field.default === 'number' ? field.default : (field.neutral ?? field.min);
}

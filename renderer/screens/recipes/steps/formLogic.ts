/** How a form follows from an operation's record: groups, effect, defaults, issues. Pure. */

import type { TFunction } from 'i18next';
import { joinList } from '../../../../contract/messages/format-message.ts';
import { describeSwitch } from '../../../../contract/operations/describe-operation.ts';
import type { Choice, ChoiceField, Field, OperationSpec } from '../../../../contract/operations/operation-spec.ts';
import { applyRules, isEffective, type Params, type ParamValue } from '../../../../contract/operations/params.ts';
import type { Step } from '../../../../contract/recipes/recipe.ts';

export interface FieldGroup {
  readonly title: string | null;
  readonly fields: readonly Field[];
}

/** Fields under their headings, both in the table's order; fields without a heading come first. */
export function groupsOf(fields: readonly Field[]): readonly FieldGroup[] {
  const titles = [...new Set(fields.map((field) => field.group ?? null))];
  return titles
    .sort((a, b) => Number(a !== null) - Number(b !== null))
    .map((title) => ({ title, fields: fields.filter((field) => (field.group ?? null) === title) }));
}

/** `params` with one value set, or left to the service again (undefined, or a list with nothing in it). */
export function withParam(params: Step['params'], name: string, value: ParamValue | undefined): Step['params'] {
  const { [name]: _, ...rest } = params;
  if (value === undefined) return rest;
  if (typeof value !== 'object') return { ...rest, [name]: value };
  return value.length === 0 ? rest : { ...rest, [name]: [...value] };
}

/** Label of the field that takes the effect from another now; null while it has one. */
export function overriddenBy(spec: OperationSpec, name: string, params: Params): string | null {
  if (isEffective(spec, name, params)) return null;
  const overridingFields = spec.rules.flatMap((rule) =>
    rule.kind === 'overrides' && rule.ignored.includes(name) ? [rule.field] : [],
  );
  return spec.fields.find((each) => each.name === overridingFields[0])?.label ?? name;
}

/** True while the service takes the field as set by what the others are, and not by its own value. */
export function isImplied(spec: OperationSpec, name: string, params: Params): boolean {
  const taken = applyRules(spec, params)[name];
  return taken !== undefined && taken !== params[name];
}

function labelOf(choices: readonly Choice[], value: string | number): string {
  return choices.find((choice) => String(choice.value) === String(value))?.label ?? String(value);
}

/** The service's default in words, null where the interface does not say. */
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
      const words = describeSwitch(field);
      return field.default === field.on ? words.on : words.off;
    }
    default:
      return field satisfies never;
  }
}

/** The value of a control while its field is left to the service; no value of any field. */
export const serviceDefault = 'service default';

/** What can be chosen of a field, first of all to leave it to the service, in words of what comes of that. */
export function choicesOf(field: ChoiceField, t: TFunction): { value: string; label: string }[] {
  const standard = defaultText(field);
  const byDefault = standard === null ? t('recipes.field.unsent') : t('recipes.field.byDefault', { value: standard });
  return [
    { value: serviceDefault, label: field.unsent ?? byDefault },
    ...field.choices.map(({ value, label }) => ({ value: String(value), label })),
  ];
}

/** Where a slider stands while its field is left to the service. */
export function sliderDefault(field: Extract<Field, { kind: 'integer' | 'number' }>): number {
  return typeof field.default === 'number' ? field.default : (field.neutral ?? field.min);
}

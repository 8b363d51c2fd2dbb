/** Validation, wire format and rules of parameters. */
import { z } from 'zod';
import { msg, nestedMessage } from '../messages/message.ts';
import type { Field, OperationSpec } from './operation-spec.ts';

export type ParamValue = string | number | boolean | readonly string[];
/** Only fields that the user set; others have the service's defaults. */
export type Params = Readonly<Record<string, ParamValue>>;

function choiceSchema(values: readonly (string | number)[]): z.ZodType<ParamValue> {
  return z
    .union([z.string(), z.number()])
    .refine(
      (value) => values.includes(value),
      nestedMessage(msg('contract.issue.oneOf', { values: values.join(', ') })),
    );
}

export function fieldSchema(field: Field): z.ZodType<ParamValue> {
  switch (field.kind) {
    case 'integer':
      return z.int().min(field.min).max(field.max);
    case 'number':
      return z.number().min(field.min).max(field.max);
    case 'choice':
      return choiceSchema(field.choices.map((choice) => choice.value));
    case 'multi-choice': {
      const values = field.choices.map((choice) => String(choice.value));
      return z.array(z.enum(values)).min(1);
    }
    case 'switch':
      return z.boolean();
  }
}

/** Forms disable ineffective fields, and uploads omit them. */
export function isEffective(spec: OperationSpec, name: string, params: Params): boolean {
  return !spec.rules.some((rule) => {
    switch (rule.kind) {
      case 'overrides':
        return rule.ignored.includes(name) && wireOf(spec, rule.field, params) === String(rule.value);
      case 'implies':
        return false;
      default:
        return rule satisfies never;
    }
  });
}

/** All optional; unknown names are rejected. */
export function paramsSchema(spec: OperationSpec): z.ZodType<Params> {
  const shape = Object.fromEntries(spec.fields.map((field) => [field.name, fieldSchema(field).optional()]));
  return z.strictObject(shape) as unknown as z.ZodType<Params>;
}

export function toWire(field: Field, value: ParamValue): string {
  switch (field.kind) {
    case 'switch':
      return String(value ? field.on : field.off);
    case 'multi-choice': {
      const chosen = new Set(Array.isArray(value) ? value : [String(value)]);
      return field.choices
        .map((choice) => String(choice.value))
        .filter((name) => chosen.has(name))
        .join(',');
    }
    default:
      return String(value);
  }
}

function fieldOf(spec: OperationSpec, name: string): Field | undefined {
  return spec.fields.find((field) => field.name === name);
}

function wireOf(spec: OperationSpec, name: string, params: Params): string | undefined {
  const field = fieldOf(spec, name);
  const value = params[name];
  return field === undefined || value === undefined ? undefined : toWire(field, value);
}

/**
 * Returns the text fields of an upload in the table's order, without absent and ineffective ones.
 * @param openName name for a field whose name the interface leaves open
 */
export function wireFields(spec: OperationSpec, params: Params, openName?: string): [name: string, value: string][] {
  return spec.fields.flatMap((field): [string, string][] => {
    const value = params[field.name];
    return value === undefined || !isEffective(spec, field.name, params)
      ? []
      : [[(field.isNameOpen && openName) || field.name, toWire(field, value)]];
  });
}

/** The engine maps each kind to an error code. */
export interface WireProblem {
  readonly field: string;
  readonly kind: 'format' | 'range' | 'value';
  readonly message: string;
}

/**
 * Parses a wire text. Numbers must be plain decimals; lists are comma-separated, blanks allowed. An empty text or list
 * counts as absent (undefined), unless it is a switch's text for off.
 */
export function fromWire(field: Field, text: string): { value: ParamValue | undefined } | { problem: WireProblem } {
  const problem = (kind: WireProblem['kind'], message: string) => ({ problem: { field: field.name, kind, message } });
  const word = text.trim();
  if (field.kind === 'switch') {
    if (word === String(field.on)) return { value: true };
    if (word === String(field.off)) return { value: false };
    if (word === '') return { value: undefined };
    // "when multi_face is 1 …; with any other value or when absent": other texts mean off.
    if (typeof field.on === 'string') return { value: false };
    return problem('value', `${field.name} must be ${field.off} or ${field.on}`);
  }
  if (word === '') return { value: undefined };
  switch (field.kind) {
    case 'integer':
    case 'number': {
      const pattern = field.kind === 'integer' ? /^[+-]?\d+$/ : /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i;
      if (!pattern.test(word))
        return problem('format', `${field.name} must be ${field.kind === 'integer' ? 'an integer' : 'a number'}`);
      const value = Number(word);
      return value < field.min || value > field.max
        ? problem('range', `${field.name} must be between ${field.min} and ${field.max}`)
        : { value };
    }
    case 'choice': {
      const found = field.choices.find((choice) => String(choice.value) === word);
      return found
        ? { value: found.value }
        : problem('value', `${field.name} must be one of ${field.choices.map((c) => c.value).join(', ')}`);
    }
    case 'multi-choice': {
      const words = word
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '');
      const known = new Set(field.choices.map((choice) => String(choice.value)));
      const unknownPart = words.find((part) => !known.has(part));
      if (unknownPart !== undefined) return problem('value', `${field.name} does not accept "${unknownPart}"`);
      return { value: words.length > 0 ? words : undefined };
    }
    default:
      return field satisfies never;
  }
}

/** Applies defaults and rules, as the service does (section "Endpoints"). */
export function readWire(
  spec: OperationSpec,
  texts: Readonly<Record<string, string>>,
): { params: Params; problems: WireProblem[] } {
  const params: Record<string, ParamValue> = {};
  const problems: WireProblem[] = [];
  for (const field of spec.fields) {
    const read = fromWire(field, texts[field.name] ?? '');
    if ('problem' in read) problems.push(read.problem);
    else {
      const value = read.value ?? defaultOf(field);
      if (value !== undefined) params[field.name] = value;
    }
  }
  return { params: applyRules(spec, params), problems };
}

/** Returns undefined if the interface defines no default. */
function defaultOf(field: Field): ParamValue | undefined {
  const read = fromWire(field, String(field.default ?? ''));
  return 'value' in read ? read.value : undefined;
}

/** Sets implied values and drops ineffective ones. */
export function applyRules(spec: OperationSpec, params: Params): Params {
  const result: Record<string, ParamValue> = { ...params };
  for (const rule of spec.rules) {
    if (rule.kind !== 'implies') continue;
    const isImplied = rule.fields.every(
      (name) => (wireOf(spec, name, params) ?? String(rule.value)) === String(rule.value),
    );
    const target = fieldOf(spec, rule.sets);
    if (isImplied && target) result[rule.sets] = target.kind === 'switch' ? rule.to === target.on : rule.to;
  }
  return Object.fromEntries(Object.entries(result).filter(([name]) => isEffective(spec, name, result)));
}

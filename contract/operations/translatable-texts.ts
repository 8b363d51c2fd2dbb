import type { OperationSpec } from './operation-spec.ts';
import { operationList } from './table.ts';

const forPeople: ReadonlySet<string> = new Set(['title', 'summary', 'label', 'help', 'group', 'unsent']);

function replaced<T>(value: T, put: (text: string) => string, isForPeople = false): T {
  if (typeof value === 'string') return (isForPeople ? put(value) : value) as T;
  if (Array.isArray(value)) return value.map((each) => replaced(each, put)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, replaced(each, put, forPeople.has(key))]);
  return Object.fromEntries(entries) as T;
}

export function translateOperation(spec: OperationSpec, put: (text: string) => string): OperationSpec {
  const translated = replaced(spec, put);
  // The meanings of a switch are called `on` and `off`, like its values.
  const fields = translated.fields.map((field) =>
    field.kind === 'switch' && field.means
      ? { ...field, means: { on: put(field.means.on), off: put(field.means.off) } }
      : field,
  );
  return { ...translated, fields };
}

/** Returns every text once, for translators. */
export function operationTexts(): string[] {
  const found = new Set<string>();
  const note = (text: string) => {
    found.add(text);
    return text;
  };
  for (const spec of operationList) translateOperation(spec, note);
  return [...found].filter((text) => /\p{L}{2}/u.test(text));
}

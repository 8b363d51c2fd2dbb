/** The words for people in the operation table: the same record in another language, and all that there is to translate. Pure. */
import type { OperationSpec } from './operation-spec.ts';
import { operationList } from './table.ts';

/** Where a record has words for people. */
const forPeople: ReadonlySet<string> = new Set(['title', 'summary', 'label', 'help', 'group', 'unsent']);

function replaced<T>(value: T, put: (text: string) => string, isForPeople = false): T {
  if (typeof value === 'string') return (isForPeople ? put(value) : value) as T;
  if (Array.isArray(value)) return value.map((each) => replaced(each, put)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, replaced(each, put, forPeople.has(key))]);
  return Object.fromEntries(entries) as T;
}

/** The record with `put(text)` in the place of each text for people. */
export function translateOperation(spec: OperationSpec, put: (text: string) => string): OperationSpec {
  const translated = replaced(spec, put);
  // What a switch means when it is on, and off, stands by itself.
  const fields = translated.fields.map((field) =>
    field.kind === 'switch' && field.means
      ? { ...field, means: { on: put(field.means.on), off: put(field.means.off) } }
      : field,
  );
  return { ...translated, fields };
}

/** Every text for people in the table, once: what a translation has to have. */
export function operationTexts(): string[] {
  const found = new Set<string>();
  const note = (text: string) => {
    found.add(text);
    return text;
  };
  for (const spec of operationList) translateOperation(spec, note);
  return [...found].filter((text) => /\p{L}{2}/u.test(text));
}

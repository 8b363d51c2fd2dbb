/** Generates `contract/messages/placeholders.ts`, because TypeScript knows no literal texts of a JSON file. */
import { placeholdersIn } from './translation-problems.ts';

const lineWidth = 120;

/** Returns the source in Biome's format. */
export function formatPlaceholderTypes(sentences: Readonly<Record<string, string>>): string {
  const lines = [...placeholdersByKey(sentences)].flatMap(([key, names]) =>
    names.size === 0 ? [] : formatProperty(key, [...names]),
  );
  return [
    '/** The placeholders of each message that has any. Generated from `en.json` by `npm run locales -- placeholders`. */',
    'export interface MessagePlaceholders {',
    ...lines,
    '}',
    '',
  ].join('\n');
}

/** Collects the placeholders of all forms and variants of a key. A plural needs `count` even if no text contains it. */
function placeholdersByKey(sentences: Readonly<Record<string, string>>): Map<string, Set<string>> {
  const byKey = new Map<string, Set<string>>();
  for (const [entry, text] of Object.entries(sentences)) {
    const key = entry.replace(/(_(one|other|terminal|window))+$/, '');
    const names = byKey.get(key) ?? new Set();
    if (/_one(_|$)/.test(entry)) names.add('count');
    for (const name of placeholdersIn(text)) names.add(name);
    byKey.set(key, names);
  }
  return byKey;
}

function formatProperty(key: string, names: readonly string[]): string {
  const property = /^\w+$/.test(key) ? key : `'${key}'`;
  const types = names.map((name) => `'${name}'`);
  const line = `  ${property}: ${types.join(' | ')};`;
  return line.length <= lineWidth ? line : `  ${property}:\n${types.map((type) => `    | ${type}`).join('\n')};`;
}

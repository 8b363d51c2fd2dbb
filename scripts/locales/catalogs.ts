/** The catalogs of all languages, as flat lists of key and text. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { translatableKeys } from '../../contract/app/key-labels.ts';
import { messageCatalog } from '../../contract/messages/index.ts';
import type { Language } from '../../contract/messages/language.ts';
import type { Translation } from '../../contract/messages/load-translation.ts';
import { operationTexts } from '../../contract/operations/translatable-texts.ts';
import { compositionLabels } from '../../contract/recipes/composition.ts';
import { marketplaces } from '../../contract/recipes/marketplaces.ts';
import { starterRecipes } from '../../contract/recipes/recipe.ts';
import { builtInProfile, profilePresets } from '../../contract/services/profile.ts';
import { en } from '../../renderer/locales/en.ts';
import { projectRoot } from '../setup/paths.ts';

/** By key; the window's begin with `window.`, the main process's with `main.`. */
export type Catalog = ReadonlyMap<string, string>;

function flat(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  return Object.entries(value as object).flatMap(([key, child]) => flat(child, `${path}.${key}`));
}

/** Names that come with Burnish, which may be called otherwise in another language, or not. */
const names: readonly string[] = [
  ...new Set([
    ...operationTexts(),
    ...Object.values(compositionLabels).flatMap(({ label, help }) => (help === undefined ? [label] : [label, help])),
    ...starterRecipes.map(({ name }) => name),
    ...marketplaces.map(({ name }) => name),
    ...[builtInProfile, ...profilePresets].map(({ name }) => name),
    ...translatableKeys,
  ]),
];

export const english: Catalog = new Map([...flat(en, 'window'), ...flat(messageCatalog, 'main')]);

const json = (path: string): unknown => JSON.parse(readFileSync(join(projectRoot, path), 'utf8'));

export function translation(language: Exclude<Language, 'en'>): Catalog {
  const { sentences } = json(`contract/messages/${language}.json`) as Translation;
  return new Map([...flat(json(`renderer/locales/${language}.json`), 'window'), ...flat(sentences, 'main')]);
}

/** Names that have a translation and are none (any more), and how many of all have one: a name may be the same in both. */
export function translatedNames(language: Exclude<Language, 'en'>): {
  count: number;
  total: number;
  unknown: string[];
} {
  const known = Object.keys((json(`contract/messages/${language}.json`) as Translation).names);
  return { count: known.length, total: names.length, unknown: known.filter((name) => !names.includes(name)) };
}

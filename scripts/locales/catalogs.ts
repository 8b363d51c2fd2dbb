/** The catalogs of all languages as lists of keys and texts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { translatableKeys } from '../../contract/app/key-labels.ts';
import type { Language } from '../../contract/messages/language.ts';
import type { TranslatedLanguage, Translation } from '../../contract/messages/translator.ts';
import { operationTexts } from '../../contract/operations/translatable-texts.ts';
import { compositionLabels } from '../../contract/recipes/composition.ts';
import { marketplaces } from '../../contract/recipes/marketplaces.ts';
import { starterRecipes } from '../../contract/recipes/recipe.ts';
import { builtInProfile, profilePresets } from '../../contract/services/profile.ts';
import { projectRoot } from '../setup/paths.ts';

/** Texts by key. Keys begin with `window.` or `main.`. */
export type Catalog = ReadonlyMap<string, string>;

function flatten(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  return Object.entries(value as object).flatMap(([key, child]) => flatten(child, `${path}.${key}`));
}

/** Names that come with Burnish. A language may translate them. */
export const builtInNames: readonly string[] = [
  ...new Set([
    ...operationTexts(),
    ...Object.values(compositionLabels).flatMap(({ label, help }) => (help === undefined ? [label] : [label, help])),
    ...starterRecipes.map(({ name }) => name),
    ...marketplaces.map(({ name }) => name),
    ...[builtInProfile, ...profilePresets].map(({ name }) => name),
    ...translatableKeys,
  ]),
];

const readJson = (path: string): unknown => JSON.parse(readFileSync(join(projectRoot, path), 'utf8'));

export const readMessages = (language: Language): Translation =>
  readJson(`contract/messages/${language}.json`) as Translation;

export function readCatalog(language: Language): Catalog {
  const windowTexts = readJson(`renderer/locales/${language}.json`);
  return new Map([...flatten(windowTexts, 'window'), ...flatten(readMessages(language).sentences, 'main')]);
}

/** Counts the names that have a translation. `unknown` are translations of names that no longer exist. */
export function translatedNames(language: TranslatedLanguage): { count: number; total: number; unknown: string[] } {
  const translated = Object.keys(readMessages(language).names);
  return {
    count: translated.length,
    total: builtInNames.length,
    unknown: translated.filter((name) => !builtInNames.includes(name)),
  };
}

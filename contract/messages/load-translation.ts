/** The words of the main process in other languages: data, of which only the one that is read is loaded. */

import { messageCatalog } from './index.ts';
import { type Language, pseudolocale, type Reading } from './language.ts';
import { pseudoCatalog } from './pseudolocale.ts';

/** `sentences` by the keys of `index.ts`; `names` of operations, fields and choices by what they are called in English. */
export interface Translation {
  readonly sentences: Readonly<Record<string, string>>;
  readonly names: Readonly<Record<string, string>>;
}

const loads: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ readonly default: Translation }>>> = {
  de: () => import('./de.json', { with: { type: 'json' } }),
  es: () => import('./es.json', { with: { type: 'json' } }),
  fr: () => import('./fr.json', { with: { type: 'json' } }),
  ja: () => import('./ja.json', { with: { type: 'json' } }),
  ko: () => import('./ko.json', { with: { type: 'json' } }),
  ru: () => import('./ru.json', { with: { type: 'json' } }),
  'zh-CN': () => import('./zh-CN.json', { with: { type: 'json' } }),
  'zh-TW': () => import('./zh-TW.json', { with: { type: 'json' } }),
};

/** Null for English, which is there always. */
export async function loadTranslation(language: Reading['language']): Promise<Translation | null> {
  if (language === 'en') return null;
  if (language === pseudolocale) return { sentences: pseudoCatalog(messageCatalog), names: {} };
  return (await loads[language]()).default;
}

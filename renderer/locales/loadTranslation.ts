/** The window's words in other languages: data, of which only the one that is read is loaded. */
import type { Language } from '../../contract/messages/language.ts';

const loads: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ readonly default: object }>>> = {
  de: () => import('./de.json'),
  es: () => import('./es.json'),
  fr: () => import('./fr.json'),
  ja: () => import('./ja.json'),
  ko: () => import('./ko.json'),
  ru: () => import('./ru.json'),
  'zh-CN': () => import('./zh-CN.json'),
  'zh-TW': () => import('./zh-TW.json'),
};

/** Null for English, which is there always. */
export async function loadTranslation(language: Language): Promise<object | null> {
  return language === 'en' ? null : (await loads[language]()).default;
}

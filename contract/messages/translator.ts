import i18next from 'i18next';
import en from './en.json' with { type: 'json' };
import { english, type Language, pseudolocale, type Reading } from './language.ts';
import { pseudoCatalog, pseudolocalize } from './pseudolocale.ts';

export type TranslatedLanguage = Exclude<Language, 'en'>;

/** A file of this folder. */
export interface Translation {
  readonly sentences: Readonly<Record<string, string>>;
  readonly names: Readonly<Record<string, string>>;
}

/** Catalogs by i18next namespace. */
type Texts = Readonly<Record<string, object>>;

interface TextSource {
  readonly english: Texts;
  readonly load: (language: TranslatedLanguage) => Promise<Texts>;
}

const translations: Readonly<Record<TranslatedLanguage, () => Promise<{ readonly default: Translation }>>> = {
  de: () => import('./de.json', { with: { type: 'json' } }),
  es: () => import('./es.json', { with: { type: 'json' } }),
  fr: () => import('./fr.json', { with: { type: 'json' } }),
  ja: () => import('./ja.json', { with: { type: 'json' } }),
  ko: () => import('./ko.json', { with: { type: 'json' } }),
  ru: () => import('./ru.json', { with: { type: 'json' } }),
  'zh-CN': () => import('./zh-CN.json', { with: { type: 'json' } }),
  'zh-TW': () => import('./zh-TW.json', { with: { type: 'json' } }),
};

const toTexts = ({ sentences, names }: Translation): Texts => ({ messages: sentences, names });

const sources: TextSource[] = [
  { english: toTexts(en), load: async (language) => toTexts((await translations[language]()).default) },
];

void i18next.init({
  lng: 'en',
  fallbackLng: 'en',
  ns: ['messages', 'names'],
  resources: { en: toTexts(en) },
  // Japanese and Chinese put nothing between sentences.
  returnEmptyString: true,
  // React escapes the window's texts.
  interpolation: { escapeValue: false },
  initAsync: false,
});

/** Adds the texts of one program, such as the window. Call it before `setReading`. */
export function addTexts(source: TextSource): void {
  sources.push(source);
  addCatalogs('en', source.english);
}

function addCatalogs(language: Reading['language'], texts: Texts): void {
  for (const [namespace, catalog] of Object.entries(texts)) {
    i18next.addResourceBundle(language, namespace, catalog, false, false, { skipCopy: true });
  }
}

let reading = english;
let requestedReading = english;

/**
 * Switches all texts, numbers and dates of this process or page, unless a later call overtakes it.
 * @param preparation awaited before the switch, such as the loading of a font
 */
export async function setReading(next: Reading, preparation?: Promise<void>): Promise<void> {
  requestedReading = next;
  const { language } = next;
  const loaded = await Promise.all(sources.map((source) => loadTexts(source, language)));
  await preparation;
  if (requestedReading !== next) return;
  for (const texts of loaded) addCatalogs(language, texts);
  reading = next;
  await i18next.changeLanguage(language);
}

async function loadTexts(source: TextSource, language: Reading['language']): Promise<Texts> {
  if (language === 'en') return {};
  return language === pseudolocale ? pseudoCatalog(source.english) : source.load(language);
}

export const currentReading = (): Reading => reading;

/** Creates a formatter on demand, because the first one takes 30 ms. */
export function localized<T>(create: (locale: string) => T): () => T {
  let current: { readonly reading: Reading; readonly value: T } | undefined;
  return () => {
    if (current?.reading !== reading) current = { reading, value: create(reading.locale) };
    return current.value;
  };
}

type Translate = (key: string, options: Readonly<Record<string, unknown>>) => string;

/** Dots and colons in message keys and names separate nothing. */
const flatKeys = { keySeparator: false, nsSeparator: false, ignoreJSONStructure: false } as const;

/** Returns the key itself if no catalog has it. */
export function translate(key: string, options: Readonly<Record<string, unknown>> = {}): string {
  return (i18next.t as unknown as Translate)(key, { ...options, ...flatKeys, ns: 'messages' });
}

/** Translates the English name of an operation, field or choice. Other names are returned unchanged. */
export function localizedName(name: string): string {
  if (reading.language === pseudolocale) return /\p{L}{2}/u.test(name) ? pseudolocalize(name) : name;
  const translated: unknown = i18next.getResource(reading.language, 'names', name, flatKeys);
  return typeof translated === 'string' ? translated : name;
}

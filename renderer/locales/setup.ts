/** i18next, set up once, in English until it is known how the user reads. */
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { setReading } from '../../contract/messages/format-message.ts';
import { type Language, pseudolocale, type Reading } from '../../contract/messages/language.ts';
import { languageFonts } from '../../contract/messages/language-fonts.ts';
import { pseudoCatalog } from '../../contract/messages/pseudolocale.ts';
import { en } from './en.ts';
import { loadTranslation } from './loadTranslation.ts';

void i18next.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: { translation: en } },
  // React escapes what it shows.
  interpolation: { escapeValue: false },
  initAsync: false,
});

/** Shows everything in another language: the window's own words, and main's sentences. */
export async function setLanguage(reading: Reading): Promise<void> {
  const { language } = reading;
  const catalog = language === pseudolocale ? pseudoCatalog(en) : await loadTranslation(language);
  if (catalog) i18next.addResourceBundle(language, 'translation', catalog);
  // First main's sentences, and the font: with the window's words all is drawn again.
  await setReading(reading);
  const family = languageFonts[language as Language];
  if (family !== undefined) await declareFont(family);
  document.documentElement.lang = language;
  await i18next.changeLanguage(language);
}

const declaredFonts = new Map<string, Promise<void>>();

/** Declares the font of a language; its files are loaded only for letters that the system has no font for (global.css). */
function declareFont(family: string): Promise<void> {
  const declared = declaredFonts.get(family) ?? addStyleSheet(`/fonts/${family}/index.css`);
  declaredFonts.set(family, declared);
  return declared;
}

/** Resolves when it is there, or cannot be had: then the system's fonts have to do. */
function addStyleSheet(href: string): Promise<void> {
  return new Promise((resolve) => {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'stylesheet', href, onload: resolve, onerror: resolve });
    document.head.append(link);
  });
}

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en };
  }
}

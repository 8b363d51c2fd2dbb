/** i18next, set up once, in English until it is known how the user reads. */
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { setReading } from '../../contract/format-message.ts';
import { pseudolocale, type Reading } from '../../contract/language.ts';
import { pseudoCatalog } from '../../contract/pseudolocale.ts';
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
  // First main's sentences: with the window's words all is drawn again.
  await setReading(reading);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en };
  }
}

/** Adds the window's texts and React to the translator. Import it before any component. */
import i18next from 'i18next';
import { setI18n } from 'react-i18next';
import { languageFonts, type Reading } from '../../contract/messages/language.ts';
import { addTexts, setReading, type TranslatedLanguage } from '../../contract/messages/translator.ts';
import en from './en.json' with { type: 'json' };

const translations: Readonly<Record<TranslatedLanguage, () => Promise<{ readonly default: object }>>> = {
  de: () => import('./de.json'),
  es: () => import('./es.json'),
  fr: () => import('./fr.json'),
  ja: () => import('./ja.json'),
  ko: () => import('./ko.json'),
  ru: () => import('./ru.json'),
  'zh-CN': () => import('./zh-CN.json'),
  'zh-TW': () => import('./zh-TW.json'),
};

addTexts({
  english: { window: en },
  load: async (language) => ({ window: (await translations[language]()).default }),
});
i18next.setDefaultNamespace('window');
setI18n(i18next);

/** Switches the window to another language as soon as the texts and the font are loaded. */
export function setLanguage(reading: Reading): Promise<void> {
  const family = languageFonts[reading.language];
  return setReading(reading, family === undefined ? undefined : declareFont(family));
}

const declaredFonts = new Map<string, Promise<void>>();

/** Declares a font. The page loads its files only for letters that no system font has (global.css). */
function declareFont(family: string): Promise<void> {
  const declared = declaredFonts.get(family) ?? addStyleSheet(`/fonts/${family}/index.css`);
  declaredFonts.set(family, declared);
  return declared;
}

/** Resolves also if the style sheet is missing, because system fonts are good enough then. */
function addStyleSheet(href: string): Promise<void> {
  return new Promise((resolve) => {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'stylesheet', href, onload: resolve, onerror: resolve });
    document.head.append(link);
  });
}

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'window';
    resources: { window: typeof en };
  }
}

/** The languages are those of a face rating's `output_language`. */

export const languages = ['de', 'en', 'es', 'fr', 'ja', 'ko', 'ru', 'zh-CN', 'zh-TW'] as const;
export type Language = (typeof languages)[number];

export const pseudolocale = 'en-XA';

export const languageNames: Readonly<Record<Language, string>> = {
  de: 'Deutsch',
  en: 'English',
  es: 'Español',
  fr: 'Français',
  ja: '日本語',
  ko: '한국어',
  ru: 'Русский',
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
};

/** The language of texts, and the locale (BCP 47) of numbers and dates. */
export interface Reading {
  readonly language: Language | typeof pseudolocale;
  readonly locale: string;
}

export const english: Reading = { language: 'en', locale: 'en' };

/**
 * @param preferred the system's tags of BCP 47 ("de-AT") or POSIX ("de_AT.UTF-8"), the best first
 * @param chosen the setting; null = the first supported one of `preferred`
 */
export function readingOf(preferred: readonly string[], chosen: Reading['language'] | null = null): Reading {
  const supported = preferred.flatMap((tag) => parseTag(tag) ?? []);
  const language = chosen ?? supported[0]?.language ?? 'en';
  // German in Austria has its own numbers and dates.
  return supported.find((each) => each.language === language) ?? { language, locale: language };
}

function parseTag(tag: string): Reading | null {
  const locale = tag.replace(/[.@].*$/, '').replaceAll('_', '-');
  if (locale === pseudolocale) return { language: pseudolocale, locale: 'en' };
  try {
    const { language, script } = new Intl.Locale(locale).maximize();
    const name = language === 'zh' ? (script === 'Hant' ? 'zh-TW' : 'zh-CN') : language;
    return isLanguage(name) ? { language: name, locale } : null;
  } catch {
    // "C" and "POSIX" are no tags of BCP 47.
    return null;
  }
}

export function isLanguage(tag: string): tag is Language {
  return (languages as readonly string[]).includes(tag);
}

/** Returns the languages of a terminal's environment in the order of gettext. */
export function terminalLanguages(env: Readonly<Record<string, string | undefined>>): string[] {
  const { LANGUAGE = '', LC_ALL, LC_MESSAGES, LANG } = env;
  const locale = LC_ALL || LC_MESSAGES || LANG || '';
  // gettext ignores LANGUAGE in the locale "C".
  const list = /^(C|POSIX)?(\..*)?$/.test(locale) ? [] : LANGUAGE.split(':');
  return [...list, locale].filter((tag) => tag !== '');
}

/** The packages `@fontsource-variable/<family>`, for letters that a system may lack. */
export const languageFonts: Partial<Readonly<Record<Reading['language'], string>>> = {
  ja: 'noto-sans-jp',
  ko: 'noto-sans-kr',
  'zh-CN': 'noto-sans-sc',
  'zh-TW': 'noto-sans-tc',
};

export const languageFontFamilies: readonly string[] = Object.values(languageFonts);

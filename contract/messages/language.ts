/** The languages Burnish speaks: those of a face rating's card (`output_language` of the interface). */

export const languages = ['de', 'en', 'es', 'fr', 'ja', 'ko', 'ru', 'zh-CN', 'zh-TW'] as const;
export type Language = (typeof languages)[number];

/** English with accents, and 40 % longer: shows what is not in the catalogs, and what has no room. For who develops. */
export const pseudolocale = 'en-XA';

/** What each language calls itself. */
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

/** How somebody reads: in which language, and by whose customs numbers, days and sizes are written (BCP 47, for Intl). */
export interface Reading {
  readonly language: Language | typeof pseudolocale;
  readonly locale: string;
}

export const english: Reading = { language: 'en', locale: 'en' };

/**
 * @param preferred tags of BCP 47 ("de-AT") or of POSIX ("de_AT.UTF-8"), the best one first
 * @param chosen by the user; null = the first one of them that Burnish speaks, or else English
 */
export function readingOf(preferred: readonly string[], chosen: Reading['language'] | null = null): Reading {
  const known = preferred.flatMap((tag) => tagged(tag) ?? []);
  const language = chosen ?? known[0]?.language ?? 'en';
  // Who reads German in Austria writes numbers as there.
  return known.find((each) => each.language === language) ?? { language, locale: language };
}

function tagged(tag: string): Reading | null {
  const bare = tag.replace(/[.@].*$/, '').replaceAll('_', '-');
  if (bare === pseudolocale) return { language: pseudolocale, locale: 'en' };
  try {
    const { language, script } = new Intl.Locale(bare).maximize();
    const spoken = language === 'zh' ? (script === 'Hant' ? 'zh-TW' : 'zh-CN') : language;
    return isLanguage(spoken) ? { language: spoken, locale: bare } : null;
  } catch {
    // "C", "POSIX", or a slip.
    return null;
  }
}

export function isLanguage(tag: string): tag is Language {
  return (languages as readonly string[]).includes(tag);
}

/** The tags by which a terminal says how its user reads, in the order of POSIX and gettext. */
export function terminalLanguages(env: Readonly<Record<string, string | undefined>>): string[] {
  const { LANGUAGE = '', LC_ALL, LC_MESSAGES, LANG } = env;
  const locale = LC_ALL || LC_MESSAGES || LANG || '';
  // As gettext has it: a list that counts where there is a locale at all.
  const list = /^(C|POSIX)?(\..*)?$/.test(locale) ? [] : LANGUAGE.split(':');
  return [...list, locale].filter((tag) => tag !== '');
}

/** Fonts that come with Burnish, for languages whose letters a system may have no font for. */
import type { Language } from './language.ts';

/** By language, the font's package: `@fontsource-variable/<family>`. */
export const languageFonts: Partial<Readonly<Record<Language, string>>> = {
  ja: 'noto-sans-jp',
  ko: 'noto-sans-kr',
  'zh-CN': 'noto-sans-sc',
  'zh-TW': 'noto-sans-tc',
};

export const languageFontFamilies: readonly string[] = Object.values(languageFonts);

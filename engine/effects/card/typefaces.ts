/** Typefaces by letter: Inter for Western letters and digits, and one of each East Asian language for the rest. */
import type { CardLanguage } from './languages.ts';
import type { CardWords } from './words/card-words.ts';

export const typefaceNames = ['latin', 'japanese', 'korean', 'simplified-chinese', 'traditional-chinese'] as const;
export type TypefaceName = (typeof typefaceNames)[number];

const eastAsian: Partial<Record<CardLanguage, TypefaceName>> = {
  'ja-JP': 'japanese',
  'ko-KR': 'korean',
  'zh-CN': 'simplified-chinese',
  'zh-TW': 'traditional-chinese',
};
/** Latin, Cyrillic, punctuation. */
const maxInterCodePoint = 0x2fff;

export function typefaceOf(letter: string, language: CardLanguage): TypefaceName {
  return letter.codePointAt(0)! <= maxInterCodePoint ? 'latin' : (eastAsian[language] ?? 'latin');
}

/** Returns all texts of a language. */
export function cardTexts({ title, outOf, verdicts, measures, note }: CardWords): string[] {
  return [
    title,
    outOf,
    note,
    ...Object.values(verdicts).flatMap(({ headline, sentence }) => [headline, sentence]),
    ...Object.values(measures).flatMap((measure) => Object.values(measure)),
  ];
}

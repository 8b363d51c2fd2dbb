/** Which typeface a letter of a card is set in. */
import type { CardLanguage } from './languages.ts';
import type { CardWords } from './words/card-words.ts';

export const typefaceNames = ['latin', 'japanese', 'korean', 'simplified-chinese', 'traditional-chinese'] as const;
export type TypefaceName = (typeof typefaceNames)[number];

const own: Partial<Record<CardLanguage, TypefaceName>> = {
  'ja-JP': 'japanese',
  'ko-KR': 'korean',
  'zh-CN': 'simplified-chinese',
  'zh-TW': 'traditional-chinese',
};
/** Latin, Cyrillic, general punctuation: where letters end that Inter has. */
const lastOfInter = 0x2fff;

/** Letters and digits of the west are Inter's on every card; the rest is drawn as each language draws it. */
export function typefaceOf(letter: string, language: CardLanguage): TypefaceName {
  return letter.codePointAt(0)! <= lastOfInter ? 'latin' : (own[language] ?? 'latin');
}

/** Everything a card can say in a language. */
export function cardTexts({ title, outOf, verdicts, measures, note }: CardWords): string[] {
  return [
    title,
    outOf,
    note,
    ...Object.values(verdicts).flatMap(({ headline, sentence }) => [headline, sentence]),
    ...Object.values(measures).flatMap((measure) => Object.values(measure)),
  ];
}

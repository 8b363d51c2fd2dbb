import { describe, expect, test } from 'vitest';
import { aiFaceRating } from '../../../../contract/operations/analysis.ts';
import { weights } from '../../../../engine/effects/card/glyphs.ts';
import { type CardLanguage, cardWords } from '../../../../engine/effects/card/languages.ts';
import { cardTexts, typefaceOf } from '../../../../engine/effects/card/typefaces.ts';
import { Typesetter } from '../../../../engine/effects/card/typesetter.ts';

const languages = Object.keys(cardWords) as CardLanguage[];

test('the languages are those of output_language', () => {
  expect(languages.sort()).toEqual(aiFaceRating.fields[0].choices.map(({ value }) => value).sort());
});

test('each language with a script of its own has its letters', () => {
  expect(
    (['ja-JP', 'ko-KR', 'zh-CN', 'zh-TW', 'ru-RU', 'de-DE'] as const).map((each) => typefaceOf('面', each)),
  ).toEqual(['japanese', 'korean', 'simplified-chinese', 'traditional-chinese', 'latin', 'latin']);
  expect(typefaceOf('7', 'ja-JP')).toBe('latin');
});

describe.each(languages)('%s', (language) => {
  // `node scripts/card-glyphs.ts` adds missing glyphs.
  test('has an outline of every letter of every word, in both weights', async () => {
    const typesetter = await Typesetter.for(language);
    const letters = new Set(`${cardTexts(cardWords[language]).join('')}0123456789`);
    const missing = weights.flatMap((weight) => [...letters].filter((letter) => !typesetter.has(letter, weight)));
    expect(missing).toEqual([]);
  });

  test('has a different text for every measure and band', () => {
    const texts = cardTexts(cardWords[language]);
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts.every((text) => text === text.trim() && text.length > 0)).toBe(true);
  });
});

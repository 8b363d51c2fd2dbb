import { expect, test } from 'vitest';
import { type CardLanguage, cardWords } from '../../../../engine/effects/card/languages.ts';
import { breaksOf } from '../../../../engine/effects/card/line-breaks.ts';
import { cardTexts } from '../../../../engine/effects/card/typefaces.ts';

test('no text is lost at the breaks', () => {
  for (const language of Object.keys(cardWords) as CardLanguage[]) {
    for (const text of cardTexts(cardWords[language])) expect(breaksOf(text, language).join('')).toBe(text);
  }
});

test.each<[CardLanguage, string, string[]]>([
  ['en-US', 'Even and calm.', ['Even ', 'and ', 'calm.']],
  ['ko-KR', '톤이 고르고 차분해요.', ['톤이 ', '고르고 ', '차분해요.']],
  ['zh-CN', '面孔，照片。', ['面孔，', '照片。']],
  ['zh-TW', '臉孔，照片。', ['臉孔，', '照片。']],
])('%s breaks between words and keeps punctuation with the previous word', (language, text, pieces) => {
  expect(breaksOf(text, language)).toEqual(pieces);
});

test('Japanese particles stay with their words', () => {
  for (const piece of breaksOf('写真全体を明るくする笑顔です。', 'ja-JP')) expect(piece).not.toMatch(/^[をです。]/u);
});

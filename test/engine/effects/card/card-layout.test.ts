import { describe, expect, test } from 'vitest';
import { type CardLayout, cardSize, layOut, portrait } from '../../../../engine/effects/card/card-layout.ts';
import { type CardLanguage, cardWords } from '../../../../engine/effects/card/languages.ts';
import { Typesetter } from '../../../../engine/effects/card/typesetter.ts';
import { measureNames, type Rating } from '../../../../engine/vision/analysis/scores.ts';

/** The three bands, with numbers of one, two and three figures. */
const ratings = [100, 74, 8].map(
  (score): Rating => ({
    overall: score,
    scores: Object.fromEntries(measureNames.map((name) => [name, score])) as Rating['scores'],
  }),
);

type Box = { left: number; top: number; right: number; bottom: number };

function boxesOf({ texts }: CardLayout): (Box & { line: string })[] {
  return texts.map(({ text, x, y, anchor }) => {
    const left = anchor === 'start' ? x : x - text.width / 2;
    return {
      line: text.lines.join(' '),
      left,
      right: left + text.width,
      top: y - text.style.size * 0.8,
      bottom: y + text.height - text.style.size * 0.55,
    };
  });
}

const overlap = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

describe.each(Object.keys(cardWords) as CardLanguage[])('%s', (language) => {
  test('every text fits its area on the card, without overlapping other texts and the portrait', async () => {
    const typesetter = await Typesetter.for(language);
    for (const rating of ratings) {
      const layout = layOut(rating, cardWords[language], typesetter);
      expect(layout.texts.filter(({ text }) => !text.fits).map(({ text }) => text.lines)).toEqual([]);
      const boxes = boxesOf(layout);
      for (const [i, box] of boxes.entries()) {
        expect(
          box.left >= 40 && box.right <= cardSize.width - 40 && box.top > 40 && box.bottom < cardSize.height - 30,
          box.line,
        ).toBe(true);
        expect(
          boxes
            .slice(i + 1)
            .filter((otherBox) => overlap(box, otherBox))
            .map(({ line }) => line),
          box.line,
        ).toEqual([]);
        const picture = {
          left: portrait.x,
          top: portrait.y,
          right: portrait.x + portrait.width,
          bottom: portrait.y + portrait.height,
        };
        expect(overlap(box, picture), box.line).toBe(false);
      }
    }
  });

  test('no line begins with a period or consists of one letter', async () => {
    const typesetter = await Typesetter.for(language);
    for (const rating of ratings) {
      const lines = layOut(rating, cardWords[language], typesetter)
        .texts.filter(({ text }) => text.lines.length > 1)
        .flatMap(({ text }) => text.lines);
      expect(lines.filter((line) => /^[、。，．！？：；,.!?;:)）]/u.test(line) || [...line].length < 2)).toEqual([]);
    }
  });
});

test('bars are proportional to scores', async () => {
  const { bars } = layOut(ratings[1]!, cardWords['en-US'], await Typesetter.for('en-US'));
  expect(bars.map(({ name, score }) => [name, score])).toEqual(measureNames.map((name) => [name, 74]));
});

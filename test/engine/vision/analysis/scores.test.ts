import { expect, test } from 'vitest';
import { bandOf, measureNames, rateFace } from '../../../../engine/vision/analysis/scores.ts';

type Measured = Parameters<typeof rateFace>[0];

const quality = { score: 90, blur: 100, fnf: 100, glass: 100, illu: 100, mask: 100, noise: 100, pose: 100 };
const awake = { open: 1, gap: 0.35, white: 70 };
const shut = { open: 0, gap: 0.05, white: 20 };
const measures = { asymmetry: 0, proportions: 1, unevenness: 0 };
const best: Measured = {
  appeal: { symmetry: 1, proportions: 1, skin: 1, score: 0, measures },
  eyes: { left: awake, right: awake },
  smile: { index: 2, chance: 1 },
  quality,
  box: { left: 0, top: 0, width: 500, height: 600 },
};
const ofBest = rateFace(best);

test('the best score is 99 and the worst 40', () => {
  expect(ofBest).toEqual({ overall: 99, scores: Object.fromEntries(measureNames.map((name) => [name, 99])) });
  const worst = rateFace({
    ...best,
    appeal: { symmetry: 0, proportions: 0, skin: 0, score: 100, measures },
    eyes: { left: shut, right: { open: 0.2, gap: 0.2, white: 20 } },
    smile: { index: -2, chance: 0 },
    quality: { ...quality, blur: 0, noise: 0, illu: 0 },
    box: { left: 0, top: 0, width: 30, height: 30 },
  });
  expect(Object.values(worst.scores).filter((score) => score !== 40).length).toBeLessThanOrEqual(1);
  expect(worst.overall).toBeLessThan(44);
});

test.each<[string, Partial<Measured>, (typeof measureNames)[number]]>([
  ['a face less symmetric', { appeal: { ...best.appeal, symmetry: 0.5 } }, 'symmetry'],
  ['other proportions', { appeal: { ...best.appeal, proportions: 0.5 } }, 'proportions'],
  ['patches on the skin', { appeal: { ...best.appeal, skin: 0.5 } }, 'skin'],
  ['a wink', { eyes: { left: shut, right: awake } }, 'eyes'],
  ['an eye behind hair', { eyes: { left: null, right: awake } }, 'eyes'],
  ['no smile', { smile: { index: -1, chance: 0.02 } }, 'smile'],
  ['a blur', { quality: { ...quality, blur: 30 } }, 'photo'],
  ['dim light', { quality: { ...quality, illu: 60 } }, 'photo'],
  ['a small face', { box: { left: 0, top: 0, width: 90, height: 110 } }, 'photo'],
])('%s lowers only its own score', (_, change, name) => {
  const { scores, overall } = rateFace({ ...best, ...change });
  expect(measureNames.filter((each) => scores[each] < 99)).toEqual([name]);
  expect(overall).toBeLessThan(99);
});

test.each([
  ['shut', { left: shut, right: shut }, 'modest'],
  ['shut, one hidden', { left: null, right: shut }, 'modest'],
  ['open, one hidden', { left: awake, right: null }, 'fair'],
  ['half open', { left: { open: 0.6, gap: 0.25, white: 60 }, right: { open: 0.6, gap: 0.25, white: 60 } }, 'fair'],
] as const)('eyes do not get the top band if they are %s', (_, eyes, band) => {
  expect(bandOf(rateFace({ ...best, eyes }).scores.eyes)).toBe(band);
});

test.each(['blur', 'noise', 'illu'] as const)(
  'a photograph is not praised if its %s is poor, however good the rest',
  (part) => {
    const { scores } = rateFace({ ...best, quality: { ...quality, [part]: 60 } });
    expect(bandOf(scores.photo)).toBe('fair');
  },
);

test('a smile is not rated as serious, nor the lack of one as a smile', () => {
  expect(bandOf(rateFace({ ...best, smile: { index: -1, chance: 0.6 } }).scores.smile)).toBe('fair');
  expect(bandOf(rateFace({ ...best, smile: { index: 1, chance: 0.4 } }).scores.smile)).toBe('modest');
});

test('the shape of open eyes does not count', () => {
  const { scores } = rateFace({
    ...best,
    eyes: { left: { open: 1, gap: 0.21, white: 70 }, right: { open: 1, gap: 0.21, white: 70 } },
  });
  expect(scores.eyes).toBe(99);
});

test.each([
  [99, 'strong'],
  [82, 'strong'],
  [81, 'fair'],
  [65, 'fair'],
  [64, 'modest'],
  [0, 'modest'],
] as const)('%i is %s', (score, band) => {
  expect(bandOf(score)).toBe(band);
});

import { expect, test } from 'vitest';
import { backgroundLikelihood } from '../../../../../engine/vision/matting/colors/color-ratio.ts';
import type { Photo } from '../../../../../engine/vision/photo/decode.ts';

const colors = { red: [200, 30, 30], blue: [30, 30, 200], white: [250, 250, 250], green: [30, 200, 30] } as const;

/** 400 px of the subject (half red, half white), 400 of the background (half blue, half white), then one per color. */
const names = [
  ...Array.from({ length: 400 }, (_, i) => (i % 2 ? 'red' : 'white') as keyof typeof colors),
  ...Array.from({ length: 400 }, (_, i) => (i % 2 ? 'blue' : 'white') as keyof typeof colors),
  ...(['red', 'blue', 'white', 'green'] as const),
];
const photo: Photo = {
  width: names.length,
  height: 1,
  rgb: Uint8Array.from(names.flatMap((name) => colors[name])),
  alpha: null,
};
const side = Int8Array.from(names, (_, i) => (i < 400 ? 1 : i < 800 ? -1 : 0));

test('distinguishes colors of the background from those of the subject, or is neutral', () => {
  const [red, blue, white, green] = [800, 801, 802, 803].map(backgroundLikelihood(photo, side));
  expect(red).toBeLessThan(-3);
  expect(blue).toBeGreaterThan(3);
  expect(white).toBeCloseTo(0, 5);
  expect(green).toBeCloseTo(0, 5);
});

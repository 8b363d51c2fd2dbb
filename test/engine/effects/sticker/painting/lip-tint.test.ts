import { expect, test } from 'vitest';
import { lipTint, tintLips } from '../../../../../engine/effects/sticker/painting/lip-tint.ts';
import type { Photo } from '../../../../../engine/vision/photo/decode.ts';

const skin = { L: 72, a: 14, b: 18 };
const square = [
  { x: 20, y: 20 },
  { x: 60, y: 20 },
  { x: 60, y: 40 },
  { x: 20, y: 40 },
];

const plain = (color: [number, number, number]): Photo => ({
  width: 80,
  height: 60,
  rgb: Uint8Array.from({ length: 80 * 60 * 3 }, (_, i) => color[i % 3]!),
  alpha: null,
});
const at = ({ width, rgb }: Photo, x: number, y: number) => [
  ...rgb.subarray((y * width + x) * 3, (y * width + x) * 3 + 3),
];

test('pale lips become redder and darker than the skin, painted ones are unchanged', () => {
  const { add } = lipTint(skin, { L: 70, a: 17, b: 16 });
  expect(add.a).toBeGreaterThan(5);
  expect(add.L).toBeLessThan(-5);
  expect(lipTint(skin, { L: 40, a: 45, b: 15 }).add).toMatchObject({ L: 0, a: 0 });
});

test('the tint is weaker in dim light', () => {
  const dim = lipTint({ L: 22, a: 14, b: 18 }, { L: 20, a: 14, b: 18 }).add;
  const bright = lipTint(skin, { L: 70, a: 14, b: 18 }).add;
  expect(dim.a).toBeLessThan(bright.a * 0.6);
});

test('a photograph without color gets no tint', () => {
  expect(lipTint({ L: 60, a: 0, b: 0 }, { L: 58, a: 0, b: 0 }).add).toMatchObject({ a: 0, b: 0 });
});

test('only the lips are tinted, and a stretched highlight is softened', () => {
  const tint = lipTint(skin, { L: 70, a: 17, b: 16 });
  const photo = plain([205, 165, 150]);
  const before = at(photo, 40, 30);
  tintLips(photo, square, tint, 1);
  const after = at(photo, 40, 30);
  expect(after[0]! - after[1]!).toBeGreaterThan(before[0]! - before[1]!);
  for (const [x, y] of [
    [10, 30],
    [40, 10],
    [70, 50],
  ] as const)
    expect(at(photo, x, y)).toEqual(before);
  const shine = plain([255, 250, 250]);
  tintLips(shine, square, tint, 1);
  expect(at(shine, 40, 30)[1]).toBeLessThan(225);
});

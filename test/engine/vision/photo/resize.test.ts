import { expect, test } from 'vitest';
import type { Photo } from '../../../../engine/vision/photo/decode.ts';
import { modelInput, reducePhoto, withLongestSide } from '../../../../engine/vision/photo/resize.ts';

const flat = (r: number, g: number, b: number): Photo => ({
  width: 12,
  height: 8,
  rgb: Uint8Array.from({ length: 12 * 8 * 3 }, (_, i) => [r, g, b][i % 3]!),
  alpha: null,
});

test('reducePhoto stretches to exactly the requested size', async () => {
  const { width, height, rgb } = await reducePhoto(flat(10, 20, 30), 5, 7);
  expect([width, height, rgb.length]).toEqual([5, 7, 105]);
  expect([...rgb.subarray(30, 33)]).toEqual([10, 20, 30]);
});

test('reducePhoto returns a photograph of that size unchanged', async () => {
  const photo = flat(1, 2, 3);
  expect(await reducePhoto(photo, 12, 8)).toBe(photo);
});

test('modelInput has one normalized plane per channel', async () => {
  const normalization = { mean: [0.5, 0.4, 0.3], deviation: [0.5, 0.2, 0.1], range: 'bytes' } as const;
  const { data } = await modelInput(flat(255, 0, 51), 4, 2, normalization);
  expect(data.length).toBe(24);
  for (const [c, value] of [1, -2, -1].entries()) {
    for (const each of data.subarray(c * 8, c * 8 + 8)) expect(each).toBeCloseTo(value, 5);
  }
});

test('modelInput can normalize by the brightest value', async () => {
  const normalization = { mean: [0, 0, 0], deviation: [1, 1, 1], range: 'brightest' } as const;
  const { data } = await modelInput(flat(50, 100, 25), 1, 1, normalization);
  expect([...data]).toEqual([0.5, 1, 0.25]);
});

test('withLongestSide reduces and enlarges, and keeps proportions', async () => {
  const reduced = await withLongestSide(flat(10, 20, 30), 6);
  expect([reduced.width, reduced.height, reduced.rgb.length, reduced.alpha]).toEqual([6, 4, 72, null]);
  const enlarged = await withLongestSide(flat(10, 20, 30), 48);
  expect([enlarged.width, enlarged.height, ...enlarged.rgb.subarray(0, 3)]).toEqual([48, 32, 10, 20, 30]);
});

test('withLongestSide scales alpha too', async () => {
  const alpha = new Uint8Array(12 * 8).fill(77);
  const enlarged = await withLongestSide({ ...flat(10, 20, 30), alpha }, 24);
  expect(enlarged.alpha).toHaveLength(24 * 16);
  expect(new Set(enlarged.alpha)).toEqual(new Set([77]));
});

import { expect, test } from 'vitest';
import { maskedMean, maskedSmooth, windowOf } from '../../../engine/pixels/masked-filter.ts';
import { createPlane, type Plane } from '../../../engine/pixels/plane.ts';

function planeOf(width: number, height: number, value: (x: number, y: number) => number): Plane {
  const plane = createPlane(width, height);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) plane.data[y * width + x] = value(x, y);
  return plane;
}
const half = planeOf(40, 20, (x) => (x < 20 ? 1 : 0));

test('masked pixels do not bleed in', () => {
  const plane = planeOf(40, 20, (x) => (x < 20 ? 50 : 900));
  const mean = maskedMean(windowOf(half, 5), plane);
  const smooth = maskedSmooth(windowOf(half, 5), plane, 4);
  for (const x of [0, 10, 19]) {
    expect(mean.data[10 * 40 + x]).toBeCloseTo(50, 3);
    expect(smooth.data[10 * 40 + x]).toBeCloseTo(50, 1);
  }
});

test('pixels far from the mask keep their values', () => {
  const plane = planeOf(40, 20, (x, y) => x * y);
  expect(maskedMean(windowOf(half, 3), plane).data[10 * 40 + 35]).toBe(350);
});

test('weak ripples are removed, a strong edge stays', () => {
  const all = planeOf(60, 20, () => 1);
  const plane = planeOf(60, 20, (x) => (x < 30 ? 40 : 80) + (x % 2 ? 1 : -1));
  const smooth = maskedSmooth(windowOf(all, 6), plane, 5);
  const row = smooth.data.subarray(10 * 60, 11 * 60);
  expect(Math.abs(row[10]! - row[11]!)).toBeLessThan(0.4);
  expect(row[33]! - row[26]!).toBeGreaterThan(33);
});

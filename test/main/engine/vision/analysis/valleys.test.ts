import { describe, expect, test } from 'vitest';
import { chartFaceSize } from '../../../../../main/engine/vision/analysis/skin-chart.ts';
import { topMean, valleyAt, valueAt } from '../../../../../main/engine/vision/analysis/valleys.ts';
import { createPlane } from '../../../../../main/engine/vision/pixels/plane.ts';

const size = 81;
const middle = 40;
/** Lines 2 px wide at either side of their middle. */
const shape = { width: 2 / chartFaceSize, length: 24 / chartFaceSize };

/** Lightness that is `value(x, y)`. */
function painted(value: (x: number, y: number) => number) {
  const plane = createPlane(size, size);
  for (let i = 0; i < plane.data.length; i++) plane.data[i] = value(i % size, Math.floor(i / size));
  return plane;
}
const everywhere = painted(() => 1);
const depth = (L: ReturnType<typeof painted>, angle: number, skin = everywhere) =>
  valleyAt(L, skin, middle, middle, angle, shape);

describe('the depth of a valley', () => {
  const level = painted((_, y) => (Math.abs(y - middle) <= 1 ? 50 : 60));

  test('is what its middle is darker by than both sides', () => {
    expect(depth(level, 0)).toBeCloseTo(10, 5);
  });

  test('is nothing across it', () => {
    expect(depth(level, Math.PI / 2)).toBeLessThan(0.5);
  });

  test('is nothing on an edge, a slope and a ridge', () => {
    expect(
      depth(
        painted((_, y) => (y <= middle ? 40 : 60)),
        0,
      ),
    ).toBeLessThanOrEqual(0);
    expect(
      depth(
        painted((x, y) => 20 + y * 0.5 + x * 0.2),
        0,
      ),
    ).toBeLessThanOrEqual(0);
    expect(
      depth(
        painted((_, y) => (Math.abs(y - middle) <= 1 ? 60 : 50)),
        0,
      ),
    ).toBeLessThanOrEqual(0);
  });

  test('is nothing where the line leaves the skin', () => {
    expect(
      depth(
        level,
        0,
        painted((x) => (x > middle + 8 ? 0 : 1)),
      ),
    ).toBe(0);
  });
});

test('values between pixels are mixed', () => {
  const plane = painted((x, y) => x + 10 * y);
  expect(valueAt(plane, 3.25, 4.5)).toBeCloseTo(48.25, 4);
  expect(valueAt(plane, size - 1, size - 1)).toBeCloseTo(11 * (size - 1), 4);
});

test('the mean of the largest', () => {
  expect(topMean([1, 9, 5, 7, 3], 0.4)).toBe(8);
  expect(topMean([2, 4], 0.01)).toBe(4);
});

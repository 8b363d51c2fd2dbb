import { expect, test } from 'vitest';
import { createPlane } from '../../../../../engine/pixels/plane.ts';
import { createLineFilter, lineDepth, valueAt } from '../../../../../engine/vision/analysis/lines/line-filter.ts';

const size = 81;
const middle = 40;
const filter = createLineFilter({ width: 2, length: 8 });

/** A plane with lightness `value(x, y)`. */
function painted(value: (x: number, y: number) => number) {
  const plane = createPlane(size, size);
  for (let i = 0; i < plane.data.length; i++) plane.data[i] = value(i % size, Math.floor(i / size));
  return plane;
}
const depth = (value: (x: number, y: number) => number, angle: number, y = middle) =>
  lineDepth(painted(value), middle, y, angle, filter);
const level = (_: number, y: number) => 60 - 10 * Math.exp(-((y - middle) ** 2) / 8);

test('a dark line has its depth only at its place and in its direction', () => {
  expect(depth(level, 0)).toBeCloseTo(10, 0);
  expect(Math.abs(depth(level, Math.PI / 2))).toBeLessThan(1);
  expect(depth(level, 0, middle + 6)).toBeLessThan(1);
});

test('the filter gives the same depth for a slanting line', () => {
  const slanting = (x: number, y: number) => 60 - 10 * Math.exp(-((y - x) ** 2) / 16);
  expect(depth(slanting, Math.PI / 4)).toBeCloseTo(10, 0);
});

test.each<[string, (x: number, y: number) => number]>([
  ['an even plane', () => 50],
  ['a slope', (x, y) => 20 + y * 0.5 + x * 0.2],
  ['an edge', (_, y) => (y < middle ? 40 : y > middle ? 60 : 50)],
])('%s holds no line', (_, value) => {
  for (const angle of [0, 0.3, Math.PI / 2]) expect(depth(value, angle)).toBeCloseTo(0, 4);
});

test('a bright line has negative depth', () => {
  expect(depth((x, y) => 120 - level(x, y), 0)).toBeCloseTo(-10, 0);
});

test('values between pixels are interpolated, and border values extend outwards', () => {
  const plane = painted((x, y) => x + 10 * y);
  expect(valueAt(plane, 3.25, 4.5)).toBeCloseTo(48.25, 4);
  expect(valueAt(plane, size + 5, size - 1)).toBeCloseTo(11 * (size - 1), 4);
});

import { expect, test } from 'vitest';
import { createPlane, type Plane } from '../../../../engine/pixels/plane.ts';
import { chartFaceSize } from '../../../../engine/vision/analysis/skin-chart.ts';
import { type Relief, topMean, valleysAlong, valleysIn } from '../../../../engine/vision/analysis/valleys.ts';

const size = 121;
const shape = { width: 2 / chartFaceSize, length: 8 / chartFaceSize };

function painted(value: (x: number, y: number) => number): Plane {
  const plane = createPlane(size, size);
  for (let i = 0; i < plane.data.length; i++) plane.data[i] = value(i % size, Math.floor(i / size));
  return plane;
}
const light = painted(() => 60);
/** Skin of middle lightness with dark lines `apart` px from each other, level. */
const lined = (apart: number): Relief => ({
  skin: painted((_, y) => 60 - 8 * Math.exp(-((((y + apart / 2) % apart) - apart / 2) ** 2) / 8)),
  light,
  covered: painted(() => 1),
});
const area = painted((x, y) => (x > 30 && x < 90 && y > 30 && y < 90 ? 1 : 0));
const level = () => 0;
const upright = () => Math.PI / 2;

test('lines are deep along their direction, and hardly across it', () => {
  const relief = lined(14);
  const { along, across } = valleysIn(relief, { area, direction: level }, shape)!;
  expect(along).toBeGreaterThan(5);
  expect(across).toBeLessThan(along / 3);
  const turned = valleysIn(relief, { area, direction: upright }, shape)!;
  expect(turned.across).toBeCloseTo(along, 6);
});

test('on dark skin a line counts more, but not as much more as the skin is darker', () => {
  const deep = valleysIn(lined(14), { area, direction: level }, shape)!.along;
  const dark = valleysIn({ ...lined(14), light: painted(() => 22) }, { area, direction: level }, shape)!.along;
  expect(dark / deep).toBeCloseTo(Math.sqrt(2), 5);
});

test('an area that is hidden has no depths', () => {
  expect(valleysIn(lined(14), { area: painted(() => 0), direction: level }, shape)).toBeNull();
});

test('a line beside its place is found within reach, and not beyond', () => {
  const single: Relief = {
    skin: painted((_, y) => 60 - 8 * Math.exp(-((y - 64) ** 2) / 8)),
    light,
    covered: painted(() => 1),
  };
  const line = [20, 60, 100].map((x) => ({ x, y: 60, z: 0 }));
  expect(valleysAlong(single, line, shape, 0.03)!.along).toBeGreaterThan(6);
  expect(valleysAlong(single, line, shape, 0)!.along).toBeLessThan(1);
  expect(valleysAlong({ ...single, covered: painted(() => 0) }, line, shape, 0.03)).toBeNull();
});

test('the mean of the largest', () => {
  expect(topMean([1, 9, 5, 7, 3], 0.4)).toBe(8);
  expect(topMean([2, 4], 0.01)).toBe(4);
});

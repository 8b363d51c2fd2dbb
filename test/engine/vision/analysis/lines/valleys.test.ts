import { expect, test } from 'vitest';
import { createPlane, type Plane } from '../../../../../engine/pixels/plane.ts';
import { chartFaceSize } from '../../../../../engine/vision/analysis/chart/skin-chart.ts';
import { measureValleys, type Relief, topMean } from '../../../../../engine/vision/analysis/lines/valleys.ts';

const size = 121;
const shape = { width: 2 / chartFaceSize, length: 8 / chartFaceSize };

function painted(value: (x: number, y: number) => number): Plane {
  const plane = createPlane(size, size);
  for (let i = 0; i < plane.data.length; i++) plane.data[i] = value(i % size, Math.floor(i / size));
  return plane;
}
const light = painted(() => 60);
test('a displaced line is found within the reach, but not beyond', () => {
  const single: Relief = {
    skin: painted((_, y) => 60 - 8 * Math.exp(-((y - 64) ** 2) / 8)),
    light,
    covered: painted(() => 1),
  };
  const line = [20, 60, 100].map((x) => ({ x, y: 60, z: 0 }));
  expect(measureValleys(single, line, shape, 0.03)!.along).toBeGreaterThan(6);
  expect(measureValleys(single, line, shape, 0)!.along).toBeLessThan(1);
  expect(measureValleys({ ...single, covered: painted(() => 0) }, line, shape, 0.03)).toBeNull();
});

test('topMean is the mean of the largest values', () => {
  expect(topMean([1, 9, 5, 7, 3], 0.4)).toBe(8);
  expect(topMean([2, 4], 0.01)).toBe(4);
});

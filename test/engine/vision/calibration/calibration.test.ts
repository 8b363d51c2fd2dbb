import { expect, test } from 'vitest';
import { shareBelow } from '../../../../engine/vision/calibration/calibration.ts';
import { calibration } from '../../../../engine/vision/calibration/portraits.ts';

const deciles = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

test.each([
  [-1, 0],
  [0, 0],
  [2.5, 0.25],
  [9, 0.9],
  [10, 1],
  [11, 1],
])('of evenly spread values, the share below %f is %f', (measure, share) => {
  expect(shareBelow(deciles, measure)).toBeCloseTo(share, 10);
});

test('of equal values, half count as below', () => {
  expect(shareBelow([0, 1, 2, 3, 4, 4, 4, 4, 4, 4, 4], 4)).toBeCloseTo(0.7, 10);
});

test("the deciles of the portraits rise, and estimated ages rise with the model's values", () => {
  for (const values of Object.values(calibration.spread)) {
    expect(values).toHaveLength(11);
    expect(values).toEqual(values.toSorted((a, b) => a - b));
  }
  expect(calibration.age.slope).toBeGreaterThan(0.5);
  for (const { scale } of [calibration.smile, ...Object.values(calibration.findings)]) {
    expect(scale).toBeGreaterThan(0);
  }
});

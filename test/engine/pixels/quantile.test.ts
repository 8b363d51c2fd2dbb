import { expect, test } from 'vitest';
import { quantile } from '../../../engine/pixels/quantile.ts';

test('finds values by rank, whatever their order', () => {
  const values = [10, 9, -1, 100, 2];
  expect([0, 0.3, 0.5, 0.99].map((share) => quantile(values, share))).toEqual([-1, 2, 9, 100]);
  expect(values).toEqual([10, 9, -1, 100, 2]);
});

test('an empty list has no quantile', () => {
  expect(quantile([], 0.5)).toBeUndefined();
});

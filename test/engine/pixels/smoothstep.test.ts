import { expect, test } from 'vitest';
import { smoothstep } from '../../../engine/pixels/smoothstep.ts';

test.each([
  [0, 2, 4, 0],
  [2, 2, 4, 0],
  [3, 2, 4, 0.5],
  [4, 2, 4, 1],
  [9, 2, 4, 1],
  [9, 4, 2, 0],
  [3, 4, 2, 0.5],
  [1, 4, 2, 1],
])('ramp(%f, %f, %f) is %f', (value, from, to, expected) => {
  expect(smoothstep(value, from, to)).toBeCloseTo(expected);
});

import { expect, test } from 'vitest';
import { dilate, erode } from '../../../engine/pixels/morphology.ts';

const plane = {
  width: 5,
  height: 3,
  data: Float32Array.of(-1, -2, -3, -4, -5, -6, -7, 9, -8, -9, -3, -3, -3, -3, -1),
};

test('the largest value spreads over a square and no farther, even if all others are negative', () => {
  expect([...dilate(plane, 1).data]).toEqual([-1, 9, 9, 9, -4, -1, 9, 9, 9, -1, -3, 9, 9, 9, -1]);
});

test('the smallest value spreads likewise, and rows do not run into each other', () => {
  expect([...erode(plane, 1).data]).toEqual([-7, -7, -8, -9, -9, -7, -7, -8, -9, -9, -7, -7, -8, -9, -9]);
});

test('a radius of 0 changes nothing', () => {
  expect(dilate(plane, 0)).toEqual(plane);
});

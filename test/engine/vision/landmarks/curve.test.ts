import { expect, test } from 'vitest';
import { middle, pointsAlong } from '../../../../engine/vision/landmarks/curve.ts';

const at = (x: number, y: number) => ({ x, y, z: 0 });

test('points are at equal steps, however uneven the line', () => {
  const line = [at(0, 0), at(1, 0), at(1, 0), at(6, 0), at(6, 4)];
  expect(pointsAlong(line, 4)).toEqual([at(2, 0), at(4, 0), at(6, 0), at(6, 2)]);
});

test('a line of length 0 gives its end', () => {
  expect(pointsAlong([at(3, 3), at(3, 3)], 2)).toEqual([at(3, 3), at(3, 3)]);
});

test('middle is the mean of the points', () => {
  expect(middle([at(0, 0), at(9, 9), at(4, 2)], [0, 2])).toEqual(at(2, 1));
});

import { expect, test } from 'vitest';
import {
  clampAtBorders,
  composeDisplacements,
  type Displacement,
  fieldOf,
} from '../../../../engine/effects/warp/displacement-field.ts';

const out = new Float64Array(2);
const at = (displacement: Displacement, x: number, y: number) => {
  displacement(x, y, out);
  return [...out];
};
const twice: Displacement = (x, y, result) => result.set([x, y]);
const right: Displacement = (_x, _y, result) => result.set([5, 0]);

test('a field holds the displacement at the corners of its cells and covers its rectangle', () => {
  const field = fieldOf({ x: 10, y: 20, width: 7, height: 5 }, 2, twice);
  expect([field.columns, field.rows]).toEqual([5, 4]);
  expect([field.dx[0], field.dy[0]]).toEqual([10, 20]);
  expect([field.dx.at(-1), field.dy.at(-1)]).toEqual([18, 26]);
});

test('of two displacements, the second applies first', () => {
  expect(at(composeDisplacements(twice, right), 1, 1)).toEqual([5 + 6, 1]);
  expect(at(composeDisplacements(right, twice), 1, 1)).toEqual([1 + 5, 1]);
});

test('no pixel is read from beyond a border', () => {
  const held = clampAtBorders((_x, _y, result) => result.set([-9, 9]), 100, 80, 20);
  for (let i = 0; i <= 100; i++) {
    const [dx, dy] = at(held, i, i * 0.8) as [number, number];
    expect(i + dx).toBeGreaterThanOrEqual(-0.001);
    expect(i * 0.8 + dy).toBeLessThanOrEqual(80.001);
  }
  expect(at(held, 50, 40)).toEqual([-9, 9]);
});

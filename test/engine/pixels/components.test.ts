import { expect, test } from 'vitest';
import { findAreas } from '../../../engine/pixels/components.ts';

test('numbers the areas of equal value; corners do not connect', () => {
  const picture = ['1100', '1001', '0011', '1000'].join('');
  const { labels, sizes, values } = findAreas(
    Uint8Array.from(picture, (digit) => Number(digit)),
    4,
    4,
  );
  expect([...labels]).toEqual([0, 0, 1, 1, 0, 1, 1, 2, 1, 1, 2, 2, 3, 1, 1, 1]);
  expect(sizes).toEqual([3, 9, 3, 1]);
  expect(values).toEqual([1, 0, 1, 1]);
});

test('follows an area along all its turns', () => {
  const side = 101;
  // A comb: every second row, joined at alternating ends.
  const mask = new Uint8Array(side * side);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) mask[y * side + x] = y % 2 === 0 || x === (y % 4 === 1 ? side - 1 : 0) ? 1 : 0;
  }
  const { sizes, values } = findAreas(mask, side, side);
  expect(values.filter((value) => value === 1)).toHaveLength(1);
  expect(sizes[0]).toBe(51 * side + 50);
});

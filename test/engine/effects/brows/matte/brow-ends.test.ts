import { expect, test } from 'vitest';
import { trimFold } from '../../../../../engine/effects/brows/matte/brow-ends.ts';

const full = 3;
/** Trims a brow with the hair amounts `tail` in its last columns, towards the nose. */
const endOf = (...tail: number[]) => {
  const amounts = [...Array<number>(40).fill(6), ...tail];
  return trimFold(amounts, full, amounts.length - 1, 20, 1) - 40;
};

test('a fold next to a brow is not part of it', () => {
  expect(endOf(5, 4, 2, 1, 3, 5, 4, 1)).toBe(3);
});

test('a brow that thins out, or ends at once, keeps its end', () => {
  expect(endOf(5, 4, 3, 3, 2, 2, 1, 1)).toBe(7);
  expect(endOf(6, 6, 5, 6, 6, 6, 6, 6)).toBe(7);
});

test('a thin place farther from the end is a gap in the brow', () => {
  expect(endOf(6, 1, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6)).toBe(14);
});

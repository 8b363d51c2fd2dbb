import { describe, expect, it } from 'vitest';
import { createAxis } from '../../../../main/imaging/restore/interpolation.ts';

const read = (values: readonly number[], large: number) => {
  const { first, second, toSecond } = createAxis(values.length, large);
  return Array.from(
    { length: large },
    (_, at) => values[first[at]!]! * (1 - toSecond[at]!) + values[second[at]!]! * toSecond[at]!,
  );
};

describe('createAxis', () => {
  it('is the identity between equal sizes', () => expect(read([3, 1, 4, 1, 5], 5)).toEqual([3, 1, 4, 1, 5]));
  it('keeps a ramp a ramp, centered, and holds its ends', () => expect(read([0, 10], 4)).toEqual([0, 2.5, 7.5, 10]));
  it('never reaches outside', () => {
    for (const [small, large] of [
      [1, 7],
      [7, 1],
      [1999, 6000],
      [3, 10_001],
    ] as const) {
      const { first, second, toSecond } = createAxis(small, large);
      expect(Math.max(...second)).toBeLessThan(small);
      expect(Math.min(...first)).toBeGreaterThanOrEqual(0);
      expect(toSecond.every((part) => part >= 0 && part < 1)).toBe(true);
    }
  });
});

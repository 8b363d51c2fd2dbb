import { describe, expect, it } from 'vitest';
import { acceptedCount, quantile, signTest } from '../../../contract/services/service-comparison.ts';

describe('the sign test', () => {
  // Values from tables of the binomial distribution.
  it.each([
    [0, 0, 1],
    [5, 5, 1],
    [1, 0, 1],
    [0, 5, 0.0625],
    [6, 0, 0.03125],
    [9, 1, 0.021484],
    [12, 8, 0.503445],
    [15, 5, 0.041389],
    [14, 6, 0.115318],
    [20, 0, 0.0000019],
  ])('of %i to %i is %f', (firstWins, secondWins, chance) => {
    expect(signTest(firstWins, secondWins)).toBeCloseTo(chance, 6);
    expect(signTest(secondWins, firstWins)).toBe(signTest(firstWins, secondWins));
  });
});

describe('a quantile', () => {
  it.each([
    [[], 0.5, null],
    [[7], 0.5, 7],
    [[7], 0.9, 7],
    [[3, 1], 0.5, 2],
    [[5, 1, 3], 0.5, 3],
    [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0.9, 9.5],
    [[1, 2, 3, 4, 5, 6], 0.9, 6],
  ])('of %j at %f is %s', (values, share, wanted) => expect(quantile(values, share)).toBe(wanted));
});

it('accepts better results, and results that are good on both sides', () => {
  expect(acceptedCount({ both: 3 }, { won: 2 })).toBe(5);
});

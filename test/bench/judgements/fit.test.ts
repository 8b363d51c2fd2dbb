import { expect, test } from 'vitest';
import { createSeededRandom } from '../../helpers/run/seeded-random.ts';
import { mean } from '../shared/statistics.ts';
import { bootstrap, leaveOneOut, limitOf, shareOf, straightLine } from './fit.ts';

test('fits the line of its points', () => {
  const { offset, slope } = straightLine([
    [0, 3],
    [1, 5],
    [4, 11],
  ]);
  expect([offset, slope]).toEqual([expect.closeTo(3, 10), expect.closeTo(2, 10)]);
  expect(() => straightLine([[1, 1]])).toThrow();
});

test('recovers a limit from random cases', () => {
  const chance = createSeededRandom('limits');
  const cases = Array.from({ length: 4000 }, (): [number, boolean] => {
    const measure = chance.next() * 10;
    return [measure, chance.chance(1 / (1 + Math.exp((-2 * (measure - 4)) / 1.5)))];
  });
  const { threshold, scale } = limitOf(cases);
  expect(threshold).toBeCloseTo(4, 0);
  expect(scale).toBeCloseTo(1.5, 0);
});

test('balances misses and false alarms of rare cases with equal priors', () => {
  const chance = createSeededRandom('rare');
  const cases = Array.from({ length: 4000 }, (_, i): [number, boolean] => {
    const isSo = i % 8 === 0;
    return [(isSo ? 5 : 3) + (chance.next() + chance.next() + chance.next() - 1.5) * 2, isSo];
  });
  const { threshold } = limitOf(cases, 'equal');
  expect(threshold).toBeCloseTo(4, 0.5);
  expect(limitOf(cases).threshold).toBeGreaterThan(threshold + 0.3);
});

test('stays uncertain after a few separable cases', () => {
  const { threshold, scale } = limitOf([
    [1, false],
    [2, false],
    [8, true],
    [9, true],
  ]);
  expect(threshold).toBeCloseTo(5, 5);
  const chance = 1 / (1 + Math.exp((-2 * (9 - threshold)) / scale));
  expect(chance).toBeGreaterThan(0.7);
  expect(chance).toBeLessThan(0.9);
});

test('predicts each case by the others', () => {
  expect(leaveOneOut([1, 2, 6], mean, (average, value) => average - value)).toEqual([3, 1.5, -4.5]);
});

test('returns wide intervals for few cases', () => {
  const values = Array.from({ length: 40 }, (_, i) => i % 7);
  const { value, low, high } = bootstrap(values, mean);
  expect(low).toBeLessThan(value);
  expect(high).toBeGreaterThan(value);
  expect(shareOf(0, 5)).toMatchObject({ value: 0, low: 0, high: expect.closeTo(0.43, 1) });
  expect(shareOf(40, 50).low).toBeGreaterThan(shareOf(4, 5).low);
});

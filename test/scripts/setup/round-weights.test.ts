import { expect, test } from 'vitest';
import { roundWeights } from '../../../scripts/setup/round-weights.ts';
import { createSeededRandom } from '../../helpers/run/seeded-random.ts';

test('rounds each weight up or down, and preserves their sums', () => {
  const random = createSeededRandom('weights');
  const weights = Float32Array.from({ length: 9 * 64 }, () => random.next() * 80 - 30);
  const rounded = roundWeights(weights, 9);
  let all = 0;
  for (let start = 0; start < weights.length; start += 9) {
    let apart = 0;
    for (let i = start; i < start + 9; i++) {
      expect(Math.abs(weights[i]! - rounded[i]!)).toBeLessThan(1.5);
      apart += weights[i]! - rounded[i]!;
    }
    expect(Math.abs(apart)).toBeLessThan(1.6);
    all += apart;
  }
  expect(Math.abs(all)).toBeLessThanOrEqual(0.5);
});

test('keeps whole numbers, and never exceeds 64', () => {
  expect([...roundWeights(Float32Array.of(3, -7, 0, 64), 2)]).toEqual([3, -7, 0, 64]);
  expect([...roundWeights(Float32Array.of(64.4, 64.4, -64.3, -64.4), 4)]).toEqual([64, 64, -64, -64]);
});

test('does not round a kernel of small weights to zero', () => {
  expect(roundWeights(new Float32Array(9).fill(0.4), 9).reduce((sum, value) => sum + value, 0)).toBe(4);
});

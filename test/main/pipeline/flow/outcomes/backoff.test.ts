import { describe, expect, it } from 'vitest';
import { backoffMs, maxAttempts } from '../../../../../main/pipeline/flow/outcomes/backoff.ts';

describe('backoffMs', () => {
  it.each([
    [1, 0, 500],
    [1, 0.5, 750],
    [1, 1, 1000],
    [2, 1, 2000],
    [3, 1, 4000],
    [4, 0.5, 6000],
    [6, 1, 32_000],
    [7, 1, 60_000],
    [7, 0, 30_000],
    [1000, 1, 60_000],
  ])('after failure %i with random value %f waits %i ms', (failures, random, ms) => {
    expect(backoffMs(failures, random)).toBe(ms);
  });

  it('adds up to about half a minute before a job fails', () => {
    const all = Array.from({ length: maxAttempts - 1 }, (_, index) => backoffMs(index + 1, 1));
    expect(all.reduce((sum, ms) => sum + ms, 0)).toBe(31_000);
  });
});

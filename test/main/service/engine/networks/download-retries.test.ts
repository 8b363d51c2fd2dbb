import { expect, test } from 'vitest';
import { createRetryPolicy } from '../../../../../main/service/engine/networks/download-retries.ts';

const pauses = (have: number, ...after: number[]) => after.map(createRetryPolicy(have));

test('pauses double while almost no data arrives, and the fifth such interruption is final', () => {
  expect(pauses(0, 1, 2, 3, 4, 5)).toEqual([1000, 2000, 4000, 8000, null]);
});

test('if no data arrives at all, the second interruption is final', () => {
  expect(pauses(7000, 7000, 7000)).toEqual([1000, null]);
});

test('a megabyte resets the interruptions, also in small pieces', () => {
  expect(pauses(0, 400_000, 800_000, 1_200_000, 1_600_000)).toEqual([1000, 2000, 500, 1000]);
});

test('a server that starts over each time is given up eventually', () => {
  const after = createRetryPolicy(0);
  const delays = Array.from({ length: 6 }, () => after(2_000_000));
  expect(delays).toEqual([500, 1000, 2000, 4000, 8000, null]);
});

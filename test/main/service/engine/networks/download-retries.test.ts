import { expect, test } from 'vitest';
import { createRetryPolicy } from '../../../../../main/service/engine/networks/download-retries.ts';

const pauses = (have: number, ...after: number[]) => after.map(createRetryPolicy(have));

test('pauses double while next to nothing comes, and the fifth such break is the end', () => {
  expect(pauses(0, 1, 2, 3, 4, 5)).toEqual([1000, 2000, 4000, 8000, null]);
});

test('where nothing comes at all, the second break is the end', () => {
  expect(pauses(7000, 7000, 7000)).toEqual([1000, null]);
});

test('a megabyte makes up for what broke before, also in small pieces', () => {
  expect(pauses(0, 400_000, 800_000, 1_200_000, 1_600_000)).toEqual([1000, 2000, 500, 1000]);
});

test('a server that begins anew each time does not go on for ever', () => {
  const after = createRetryPolicy(0);
  const delays = Array.from({ length: 6 }, () => after(2_000_000));
  expect(delays).toEqual([500, 1000, 2000, 4000, 8000, null]);
});

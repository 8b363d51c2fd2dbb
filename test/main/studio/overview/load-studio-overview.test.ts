import { expect, test } from 'vitest';
import { perMinute } from '../../../../main/studio/overview/load-studio-overview.ts';

test.each([
  [{ count: 27, ms: 15_300 }, 106],
  [{ count: 5, ms: 5_000 }, 60],
  [{ count: 2, ms: 240_000 }, 0.5],
])('a speed of %j is %s per minute', (pace, expected) => {
  expect(perMinute(pace)).toBeCloseTo(expected, 0);
});

test.each([
  { count: 4, ms: 10_000 },
  { count: 50, ms: 4_000 },
  { count: 1, ms: 60_000 },
])('a speed of %j is not shown, because it would be chance', (pace) => {
  expect(perMinute(pace)).toBeNull();
});

import { expect, test } from 'vitest';
import { minPollIntervalMs, taskLifetimeMs } from '../../../../contract/services/task-limits.ts';
import { hasExpired, nextPollAt } from '../../../../main/service/throttle/poll-schedule.ts';

test('a single task is queried after the interval, which can be set', () => {
  expect(nextPollAt(1_000, [])).toBe(1_000 + minPollIntervalMs);
  expect(nextPollAt(1_000, [], 200, 20_000)).toBe(21_000);
});

test('a task is delayed for others that are due at the same time', () => {
  expect(nextPollAt(0, [5_000], 200)).toBe(5_200);
  expect(nextPollAt(0, [5_100], 200)).toBe(5_300);
  expect(nextPollAt(0, [4_900], 200)).toBe(5_100);
  expect(nextPollAt(0, [4_800], 200)).toBe(5_000);
  expect(nextPollAt(0, [5_200, 5_000, 5_500], 200)).toBe(5_700);
  expect(nextPollAt(0, [5_000, 5_400], 200)).toBe(5_200);
  expect(nextPollAt(0, [600_000], 200)).toBe(5_000);
});

test('a thousand tasks added at once keep the interval, the gap and their order', () => {
  const count = 1_000;
  const gap = 200;
  const due = new Map<number, number>();
  for (let task = 0; task < count; task += 1) due.set(task, nextPollAt(0, due.values(), gap));
  const polls: { task: number; at: number }[] = [];
  while (polls.length < 3 * count) {
    const [task, at] = [...due].reduce((first, each) => (each[1] < first[1] ? each : first));
    polls.push({ task, at });
    due.delete(task);
    due.set(task, nextPollAt(at, due.values(), gap));
  }
  const apart = (times: readonly number[]) => Math.min(...times.slice(1).map((at, index) => at - (times[index] ?? 0)));
  expect(apart(polls.map(({ at }) => at))).toBeGreaterThanOrEqual(gap);
  for (let task = 0; task < count; task += 1) {
    const own = polls.filter((each) => each.task === task).map(({ at }) => at);
    expect(own).toHaveLength(3);
    expect(apart(own)).toBeGreaterThanOrEqual(minPollIntervalMs);
  }
});

test('a task expires after 24 hours', () => {
  expect(hasExpired(1_000, 1_000 + taskLifetimeMs - 1)).toBe(false);
  expect(hasExpired(1_000, 1_000 + taskLifetimeMs)).toBe(true);
});

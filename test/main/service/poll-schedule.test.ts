import { expect, test } from 'vitest';
import {
  hasExpired,
  nextPollAt,
  pollInterval,
  spreadPolls,
  taskLifetime,
} from '../../../main/service/poll-schedule.ts';

test('a lone task is asked about after the interval', () => {
  expect(nextPollAt(1_000, [])).toBe(1_000 + pollInterval);
});

test('a task steps aside for others that are due at the same moment', () => {
  expect(nextPollAt(0, [5_000], 0, 200)).toBe(5_200);
  expect(nextPollAt(0, [5_100], 0, 200)).toBe(5_300);
  expect(nextPollAt(0, [4_900], 0, 200)).toBe(5_100);
  expect(nextPollAt(0, [4_800], 0, 200)).toBe(5_000);
  expect(nextPollAt(0, [5_200, 5_000, 5_500], 0, 200)).toBe(5_700);
  expect(nextPollAt(0, [5_000, 5_400], 0, 200)).toBe(5_200);
});

test('a service that asks for more time gets it, and holds up no other task', () => {
  expect(nextPollAt(0, [], 30_000)).toBe(30_000);
  expect(nextPollAt(0, [], 1_000)).toBe(pollInterval);
  expect(nextPollAt(0, [600_000], 0, 200)).toBe(5_000);
});

test('a thousand tasks keep the interval, the gap and their turn', () => {
  const count = 1_000;
  const gap = 200;
  const due = new Map([...Array(count).keys()].map((task) => [task, 0]));
  let times = spreadPolls(due, 0, gap);
  const asked = new Map<number, number[]>();
  for (let turn = 0; turn < 3 * count; turn += 1) {
    const [task, at] = [...times].reduce((first, each) => (each[1] < first[1] ? each : first));
    asked.set(task, [...(asked.get(task) ?? []), at]);
    times.delete(task);
    times = times.set(task, nextPollAt(at, times.values(), 0, gap));
  }
  const all = [...asked.values()].flat().sort((a, b) => a - b);
  for (const [index, at] of all.entries())
    if (index > 0) expect(at - (all[index - 1] ?? 0)).toBeGreaterThanOrEqual(gap);
  for (const own of asked.values()) {
    expect(own.length).toBe(3);
    for (const [index, at] of own.entries())
      if (index > 0) expect(at - (own[index - 1] ?? 0)).toBeGreaterThanOrEqual(pollInterval);
  }
});

test('tasks that are all overdue are asked about one after the other, the longest overdue first', () => {
  const due = new Map([
    ['b', 500],
    ['a', 100],
    ['later', 90_000],
    ['c', 1_000],
  ]);
  expect([...spreadPolls(due, 10_000, 200)]).toEqual([
    ['a', 10_000],
    ['b', 10_200],
    ['c', 10_400],
    ['later', 90_000],
  ]);
});

test('a task expires after 24 hours', () => {
  expect(hasExpired(1_000, 1_000 + taskLifetime - 1)).toBe(false);
  expect(hasExpired(1_000, 1_000 + taskLifetime)).toBe(true);
});

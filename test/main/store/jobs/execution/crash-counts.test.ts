import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { test } from '../../../../helpers/store-stage.ts';

test('what had begun when the process ended is counted by whoever has the queue next, and what had ended is not', ({
  stage,
}) => {
  const [a, b, c] = stage.add('a', 'b', 'c') as [number, number, number];
  const { crashCounts } = stage.store;
  for (const id of [a, b, c]) crashCounts.start(id);
  crashCounts.end(b);
  // Another process finds what this one, which ended here, has left.
  const next = stage.second().crashCounts;
  next.recall();
  expect([a, b, c].map(next.of)).toEqual([1, 0, 1]);
  next.start(a);
  expect(next.of(a)).toBe(2);
  const third = stage.second().crashCounts;
  third.recall();
  third.recall();
  expect([a, b, c].map(third.of)).toEqual([2, 0, 1]);
  third.end(a);
  expect(third.of(a)).toBe(0);
});

test('the note holds the jobs at work and nothing of those before them', ({ stage }) => {
  const { crashCounts } = stage.store;
  const noted = () => readFileSync(join(stage.folder, 'at-risk'), 'utf8').trim();
  const [a, b] = stage.add('a', 'b') as [number, number];
  crashCounts.start(a);
  crashCounts.start(b);
  expect(noted()).toBe(`${a} ${b}`);
  crashCounts.end(a);
  expect(noted()).toBe(`${b}`);
  crashCounts.end(b);
  expect(noted()).toBe('');
});

test('a note that somebody has spoilt counts against nobody', ({ stage }) => {
  const [a] = stage.add('a') as [number];
  writeFileSync(join(stage.folder, 'at-risk'), 'a shopping list -3 0 1.5 \0\0');
  stage.store.crashCounts.recall();
  expect(stage.store.crashCounts.of(a)).toBe(0);
});

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { test } from '../../../../helpers/store/store-stage.ts';

test('the next queue owner counts jobs that ran when the process ended, but not those that had ended', ({ stage }) => {
  const [a, b, c] = stage.add('a', 'b', 'c');
  const { crashCounts } = stage.store;
  const countsIn = (counts: typeof crashCounts) => [a, b, c].map((id) => counts.of(stage.job(id)));
  for (const id of [a, b, c]) crashCounts.start(id);
  crashCounts.end(stage.job(b));
  // The first process ends here; another one reads its counts.
  const next = stage.second().crashCounts;
  next.recall();
  expect(countsIn(next)).toEqual([1, 0, 1]);
  next.start(a);
  expect(countsIn(next)).toEqual([2, 0, 1]);
  const third = stage.second().crashCounts;
  third.recall();
  third.recall();
  expect(countsIn(third)).toEqual([2, 0, 1]);
  third.end(stage.job(a));
  expect(countsIn(third)).toEqual([0, 0, 1]);
});

test('the note holds only the running jobs', ({ stage }) => {
  const { crashCounts } = stage.store;
  const noted = () => readFileSync(join(stage.folder, 'at-risk'), 'utf8').trim();
  const [a, b] = stage.add('a', 'b');
  crashCounts.start(a);
  crashCounts.start(b);
  expect(noted()).toBe(`${a} ${b}`);
  crashCounts.end(stage.job(a));
  expect(noted()).toBe(`${b}`);
  crashCounts.end(stage.job(b));
  expect(noted()).toBe('');
});

test('a corrupt note counts against no job', ({ stage }) => {
  const [a] = stage.add('a');
  writeFileSync(join(stage.folder, 'at-risk'), 'a shopping list -3 0 1.5 \0\0');
  stage.store.crashCounts.recall();
  expect(stage.store.crashCounts.of(stage.job(a))).toBe(0);
});

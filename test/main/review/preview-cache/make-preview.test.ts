import { rmSync } from 'node:fs';
import { expect } from 'vitest';
import { fileAvailability } from '../../../../main/files/file-availability.ts';
import { makePreview, postponeUnavailable } from '../../../../main/review/preview-cache/make-preview.ts';
import { test } from '../../../helpers/store/review-stage.ts';

test('a preview that crashes the process is not retried at the next start', async ({ review }) => {
  const { store, clock } = review;
  await review.finished('a');
  const [item] = store.keptPreviews.due(false, 1);
  const { signal } = new AbortController();
  const keeping = makePreview(item!, { store, availability: fileAvailability(), clock, signal });
  // The table as the next start would find it after a kill here.
  const next = review.second().keptPreviews;
  expect(next.due(false, 10).map(({ id, subject }) => [id, subject])).not.toContainEqual([item!.id, item!.subject]);
  clock.advance(60 * 60 * 1000);
  expect(next.due(false, 10).at(-1)).toMatchObject({ id: item!.id, subject: item!.subject, tries: 1 });
  expect(await keeping).toBe('made');
});

test('a cancelled preview is made at the next start', async ({ review }) => {
  const { store, clock } = review;
  await review.finished('a');
  const [item] = store.keptPreviews.due(false, 1);
  const off = new AbortController();
  const keeping = makePreview(item!, { store, availability: fileAvailability(), clock, signal: off.signal });
  off.abort(new Error('closed'));
  await expect(keeping).rejects.toThrow('closed');
  expect(store.keptPreviews.due(false, 1)).toEqual([item]);
});

test('of many with missing files, only those with a file stay due; the others wait or are given up', async ({
  review,
}) => {
  const { store, clock } = review;
  const names = ['a', 'b', 'c'];
  const made: Awaited<ReturnType<typeof review.finished>>[] = [];
  for (const name of names) made.push(await review.finished(name));
  rmSync(made[0]!.original);
  const items = store.keptPreviews.due(false, 10);
  expect(items).toHaveLength(6);
  const availability = fileAvailability();
  const { signal } = new AbortController();
  const isAway = (path: string) => path === made[1]!.original;
  const at = async (path: string) => (isAway(path) ? ('away' as const) : availability.at(path));
  const here = await postponeUnavailable(items, { store, availability: { ...availability, at }, clock, signal });
  const ids = (all: typeof items) => all.filter(({ subject }) => subject === 'photograph').map(({ id }) => id);
  expect(here).toHaveLength(4);
  expect(ids(here)).toEqual([made[2]!.photographId]);
  clock.advance(60 * 60 * 1000);
  const due = store.keptPreviews.due(false, 10);
  expect(ids(due).sort()).toEqual([made[1]!.photographId, made[2]!.photographId].sort());
  expect(due.find(({ id, subject }) => id === made[1]!.photographId && subject === 'photograph')?.tries).toBe(1);
});

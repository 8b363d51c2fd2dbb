/** Originals of a watch folder are moved once all their work is done, if the folder is set to do so. */
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { watchFolderSchema } from '../../../../contract/intake/watch-folder.ts';
import { moveFinishedOriginals } from '../../../../main/review/originals/move-finished-originals.ts';
import { moveBack } from '../../../../main/review/originals/move-originals.ts';
import { runSql } from '../../../helpers/store/own-folder.ts';
import { type FinishedPhotograph, type ReviewStage, test } from '../../../helpers/store/review-stage.ts';

const log = { warn: (text: string) => expect.unreachable(text) };
const inDone = (original: string) => join(dirname(original), 'Done', basename(original));

/** Marks the batches of these photographs as added by a watch folder. */
function cameBy({ folder }: ReviewStage, folderId: string, ...of: FinishedPhotograph[]): void {
  const ids = of.map(({ jobId }) => jobId).join();
  const batches = `SELECT batch_id FROM jobs WHERE id IN (${ids})`;
  runSql(folder, `UPDATE batches SET folder_id = '${folderId}' WHERE id IN (${batches})`);
}

function watched({ store, card }: ReviewStage, id: string, moveDone: boolean): void {
  store.folders.save(watchFolderSchema.parse({ id, path: card, recipeId: 'portrait-cutout', moveDone }));
}

function startTidying({ store }: ReviewStage): void {
  const tidying = moveFinishedOriginals(store, log, 20);
  tidying.start();
  onTestFinished(() => tidying.stop());
}

test('moves only finished originals of such folders', async ({ review, stage }) => {
  const done = await review.finished('done');
  const open = await review.finished('open');
  const other = await review.finished('other');
  watched(review, 'tidy', true);
  cameBy(review, 'tidy', done, open);
  stage.store.jobs.addAgain([open.jobId], null);
  startTidying(review);
  await vi.waitFor(() => expect(existsSync(inDone(done.original))).toBe(true), 5000);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect([open, other].map(({ original }) => existsSync(original))).toEqual([true, true]);
});

test('leaves originals that the user has put back', async ({ review }) => {
  const photograph = await review.finished('one');
  cameBy(review, 'tidy', photograph);
  watched(review, 'tidy', false);
  startTidying(review);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(existsSync(photograph.original)).toBe(true);
  watched(review, 'tidy', true);
  await vi.waitFor(() => {
    expect(review.store.movedOriginals.list([photograph.photographId])).toHaveLength(1);
    expect(review.store.unfinished.list().moves).toEqual([]);
  }, 5000);
  const { signal } = new AbortController();
  await moveBack([photograph.photographId], review.store, { onProgress: () => undefined, signal });
  review.store.changes.jobs([photograph.jobId]);
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(existsSync(photograph.original)).toBe(true);
});

/** Originals of a watch folder are moved once all their work is done, if the folder is set to do so. */
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, vi } from 'vitest';
import { watchFolderSchema } from '../../../../contract/intake/watch-folder.ts';
import { moveFinishedOriginals } from '../../../../main/review/originals/move-finished-originals.ts';
import { type FinishedPhotograph, type ReviewStage, test } from '../../../helpers/store/review-stage.ts';

const log = { warn: (text: string) => expect.unreachable(text) };
const inDone = (original: string) => join(dirname(original), 'Done', basename(original));

/** Marks the batches of these photographs as added by a watch folder. */
function cameBy({ store }: ReviewStage, folderId: string, ...of: FinishedPhotograph[]): void {
  const db = new Database(store.file);
  for (const { jobId } of of)
    db.prepare('UPDATE batches SET folder_id = ? WHERE id = (SELECT batch_id FROM jobs WHERE id = ?)').run(
      folderId,
      jobId,
    );
  db.close();
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
  const [done, open, other] = [
    await review.finished('done'),
    await review.finished('open'),
    await review.finished('other'),
  ];
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
  const { moveBack } = await import('../../../../main/review/originals/move-originals.ts');
  await moveBack([photograph.photographId], review.store, {
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });
  review.store.changes.jobs([photograph.jobId]);
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(existsSync(photograph.original)).toBe(true);
});

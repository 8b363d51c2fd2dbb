import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { expect } from 'vitest';
import type { OperationId } from '../../../../../contract/operations/operation-spec.ts';
import { type QueueStage, recipeOf, test } from '../../../../helpers/queue/queue-stage.ts';

const cutout: OperationId = 'portrait-background-removal';

/** Finishes a photograph with unique content; returns the images left for its preview. */
async function finish(stage: QueueStage) {
  await stage.answers(cutout);
  const job = await stage.add(recipeOf(cutout));
  const content = readFileSync(job.sourcePath);
  stage.start();
  const { photographId } = await stage.reach(job, 'done');
  await stage.queue.stop();
  return { left: stage.store.keptPreviews.waitingFile(photographId ?? 0), content, job };
}

test('a finished photograph is kept for its preview, readable by the user alone, so that its card can be removed', async ({
  stage,
}) => {
  const { left, content, job } = await finish(stage);
  rmSync(job.sourcePath);
  expect(readFileSync(left)).toEqual(content);
  expect(statSync(left).mode & 0o777).toBe(0o600);
  expect(await stage.workFolders()).toEqual([]);
});

test('none is kept without a preview store', async ({ stage }) => {
  stage.store.settings.save({ keptPreviewsMegabytes: 0 });
  expect(existsSync((await finish(stage)).left)).toBe(false);
});

test('the job is done although the copy fails', async ({ stage }) => {
  rmSync(stage.store.keptPreviews.folder, { recursive: true });
  const { left } = await finish(stage);
  expect(existsSync(left)).toBe(true);
  expect(stage.faults).toEqual([]);
});

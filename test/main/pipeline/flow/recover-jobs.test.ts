/** Recovery of each job state that a crash can leave behind. */

import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { placeholderText } from '../../../../main/pipeline/output/target-file.ts';
import type { Job } from '../../../../main/store/index.ts';
import {
  builtInProfileId,
  cutoutPng,
  post,
  type QueueStage,
  recipeOf,
  taskQuery,
  test,
} from '../../../helpers/queue/queue-stage.ts';
import { matchingMessage } from '../../../helpers/run/message-matchers.ts';
import { accepted, pending, taskResult } from '../../../helpers/service/service-answers.ts';

const cut = 'portrait-background-removal';
const retouch = 'smart-skin-advanced';
const cutout = recipeOf(cut);
const result = `GET /results/${cut}.png`;

/** Crashes, restarts and runs the job to its end. */
async function goOn(stage: QueueStage, id: number): Promise<void> {
  stage.crash();
  stage.start();
  await stage.reach({ id }, 'done');
  await stage.queue.drained();
  expect(await stage.outputs()).toEqual(['photo-1.png']);
  expect(stage.store.views.byId([id])[0]?.resultCount).toBe(1);
  expect(await stage.workFolders()).toEqual([]);
  expect(stage.faults).toEqual([]);
}

/** Adds a photograph whose upload arrives, and whose response never does. */
async function hangingUpload(stage: QueueStage, profileId?: string): Promise<Job> {
  stage.server.script(post(cut), { hang: true });
  const job = await stage.add(cutout, profileId === undefined ? {} : { profileId });
  stage.start();
  await stage.clock.until(() => stage.server.requestsOf(post(cut))[0]?.complete === true);
  return job;
}

/** Adds a photograph, starts the queue, and waits until its result is about to be placed. */
async function placing(stage: QueueStage): Promise<Job> {
  await stage.answers(cut);
  const job = await stage.add(cutout);
  stage.start();
  await stage.clock.until(() => stage.job(job.id).state === 'placing');
  return job;
}

describe('after a crash, a job that was', () => {
  test('queued continues', async ({ stage }) => {
    await stage.answers(cut);
    const job = await stage.add(cutout);

    await goOn(stage, job.id);
  });

  test('being prepared is prepared again', async ({ stage }) => {
    await stage.answers(cut);
    const job = await stage.add(cutout);
    expect(stage.store.moves.claim('remote')?.state).toBe('preparing');
    stage.store.crashCounts.start(job.id);

    await goOn(stage, job.id);

    expect(stage.texts(job.id).join()).toContain('Interrupted when Burnish quit');
    expect(stage.store.crashCounts.of(stage.job(job.id))).toBe(0);
  });

  test('being prepared in several crashes is suspect and fails', { tags: ['long'] }, async ({ stage }) => {
    const job = await stage.add(cutout);
    for (let crash = 0; crash < 10; crash += 1) {
      expect(stage.store.moves.claim('remote')?.id).toBe(job.id);
      stage.crash();
      if (crash < 9) {
        stage.start();
        await stage.queue.stop();
        stage.restart();
      }
    }
    stage.start();
    expect(stage.job(job.id)).toMatchObject({
      state: 'failed',
      error: { code: 'SUSPECT', message: matchingMessage(/^Burnish quit 10 times while processing/) },
    });
  });

  test('interrupted in an earlier version, which recorded that as text, is suspect too', { tags: ['long'] }, async ({
    stage,
  }) => {
    const job = await stage.add(cutout);
    const text = 'Burnish ended meanwhile; taken up again.';
    for (let crash = 0; crash < 9; crash += 1) stage.store.events.add(job.id, { kind: 'notice', text });
    expect(stage.store.moves.claim('remote')?.id).toBe(job.id);
    stage.crash();
    stage.start();
    expect(stage.job(job.id)).toMatchObject({ state: 'failed', error: { code: 'SUSPECT' } });
  });

  test('running in two crashes is suspect and fails; a retry downloads the paid result', async ({ stage }) => {
    await stage.answers(cut);
    const job = await stage.add(cutout);
    stage.server.script(result, { hang: true });
    stage.start();
    await stage.clock.until(() => stage.server.requestsOf(result).length > 0, 'the download');
    // The process ends while reading the result, restarts, and ends there again.
    for (let time = 0; time < 2; time += 1) stage.store.crashCounts.start(job.id);
    stage.crash();
    stage.start();
    expect(stage.job(job.id)).toMatchObject({ state: 'failed', error: { code: 'ENDED_BURNISH', advice: 'retry' } });
    expect(await stage.queue.drained()).toEqual({ finished: true });
    stage.server.script(result, { bytes: await cutoutPng(64, 48), type: 'image/png' });
    stage.store.actions.retry([job.id]);
    expect(stage.store.crashCounts.of(stage.job(job.id))).toBe(0);
    await stage.reach(job, 'done');
    expect(stage.sent(cut)).toBe(1);
    expect(stage.store.crashCounts.of(stage.job(job.id))).toBe(0);
  });

  test('being sent to a remote service is left to the user', async ({ stage }) => {
    const job = await hangingUpload(stage);

    stage.crash();
    stage.start();

    expect(stage.job(job.id)).toMatchObject({ state: 'uncertain', error: { advice: 'decide', kind: 'uncertain' } });
    expect(await stage.queue.drained()).toEqual({ finished: true });
    expect(stage.sent(cut)).toBe(1);

    await stage.answers(cut);
    stage.store.actions.decide([job.id], 'send-again');
    await stage.reach(job, 'done');
  });

  test('being sent to the built-in engine is sent again', async ({ stage }) => {
    const job = await hangingUpload(stage, builtInProfileId);
    await stage.answers(cut);

    await goOn(stage, job.id);
  });

  test('at the service is queried again, not submitted again', async ({ stage }) => {
    await stage.answers(cut);
    stage.server.script(post(retouch), accepted('task-1'));
    stage.server.script(taskQuery, pending);
    const job = await stage.run(recipeOf(retouch), { until: 'waiting' });
    stage.server.script(taskQuery, taskResult(stage, `/results/${cut}.png`));

    await goOn(stage, job.id);

    expect(stage.sent(retouch)).toBe(1);
  });

  test('being fetched is fetched again, not submitted again', async ({ stage }) => {
    await stage.answers(cut);
    const png = await cutoutPng(64, 48);
    stage.server.script(
      result,
      { bytes: png, breakAfterBytes: 100, breakWith: 'hang' },
      { bytes: png, type: 'image/png' },
    );
    const job = await stage.add(cutout);
    stage.start();
    await stage.clock.until(() => stage.server.requestsOf(result).length === 1);
    expect(stage.job(job.id).state).toBe('fetching');
    await goOn(stage, job.id);
    expect(stage.sent(cut)).toBe(1);
  });

  test('being placed is placed from the downloaded result', async ({ stage }) => {
    const job = await placing(stage);

    await goOn(stage, job.id);

    expect([stage.sent(cut), stage.server.requestsOf(result).length]).toEqual([1, 1]);
  });

  test('about to be written to a reserved name, on a disk without hard links, takes that name', {
    tags: ['long'],
  }, async ({ stage }) => {
    const job = await placing(stage);
    stage.crash();
    // After such a crash, the name is recorded, and a file with our marker reserves it.
    await rm(stage.out, { recursive: true });
    await mkdir(stage.out);
    const path = join(stage.out, 'photo-1.png');
    await writeFile(path, placeholderText);
    stage.store.writtenFiles.add(
      { path, hash: 'of the file to be', bytes: 10 },
      { jobId: job.id, step: 0, element: '' },
    );
    stage.start();
    await stage.reach(job, 'done');
    expect(await stage.outputs()).toEqual(['photo-1.png']);
  });

  test('placed, but not recorded as such, is not placed twice', async ({ stage }) => {
    await stage.answers(cut);
    const job = await stage.add(cutout);
    // The file gets its name, and the process ends before the row is updated.
    const { store } = stage;
    store.results.add = () => {
      stage.crash();
      throw new Error('the process has ended');
    };
    stage.start();
    await stage.clock.until(() => stage.store !== store);
    expect(await stage.outputs()).toEqual(['photo-1.png']);
    expect(stage.job(job.id).state).toBe('placing');
    stage.start();
    await stage.reach(job, 'done');
    expect(await stage.outputs()).toEqual(['photo-1.png']);
    expect(stage.store.views.byId([job.id])[0]?.resultCount).toBe(1);
  });

  test('done, failed or canceled is unchanged', { tags: ['long'] }, async ({ stage }) => {
    await stage.answers(cut);
    const done = await stage.run(cutout);
    await stage.queue.stop();
    const cancelled = await stage.add(cutout);
    stage.store.actions.cancel([cancelled.id]);
    stage.crash();
    stage.start();
    await stage.queue.drained();
    expect([done, cancelled].map(({ id }) => stage.job(id).state)).toEqual(['done', 'cancelled']);
    expect(stage.sent(cut)).toBe(1);
  });
});

describe('a start', () => {
  test('removes unused work folders, and keeps those of jobs that may continue', async ({ stage }) => {
    const queued = await stage.add(cutout);
    const failed = await stage.add(cutout);
    const claimed = [stage.store.moves.claim('remote'), stage.store.moves.claim('remote')];
    stage.store.moves.move(claimed[1]!, 'failed', { error: null });
    const folder = (name: string | number) => join(stage.store.workFolder, String(name));
    for (const name of [queued.id, failed.id, 4711, 'notes']) {
      await mkdir(folder(name));
      await writeFile(join(folder(name), 'x'), '');
    }
    await rm(queued.sourcePath);
    stage.start();
    await stage.clock.until(() => !existsSync(folder(4711)) && !existsSync(folder(failed.id)));
    expect(existsSync(folder('notes'))).toBe(true);
  });

  test('releases a job whose worker was lost without a crash', { tags: ['long'] }, async ({ stage }) => {
    await stage.answers(cut);
    stage.start();
    const job = await stage.add(cutout);
    // Another process claims the job and ends.
    expect(stage.store.moves.claim('remote')?.id).toBe(job.id);
    await stage.reach(job, 'done');
  });
});

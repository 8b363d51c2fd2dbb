/** Recovery of each job state that a crash can leave behind. */

import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { placeholderText } from '../../../../main/pipeline/output/target-file.ts';
import {
  builtInProfileId,
  cutoutPng,
  post,
  type QueueStage,
  recipeOf,
  success,
  taskQuery,
  test,
} from '../../../helpers/queue/queue-stage.ts';
import { matchingMessage } from '../../../helpers/run/message-matchers.ts';
import { accepted, pending, resultAt } from '../../../helpers/service/service-answers.ts';

const cutout = recipeOf('portrait-background-removal');
const submitCutout = post('portrait-background-removal');
const result = 'GET /results/portrait-background-removal.png';
const answerOf = (stage: QueueStage) => resultAt(stage, '/results/portrait-background-removal.png');

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

describe('after a crash, a job that was', () => {
  test('queued continues', async ({ stage }) => {
    await stage.answers('portrait-background-removal');
    const job = await stage.add(cutout);
    await goOn(stage, job.id);
  });

  test('being prepared is prepared again', async ({ stage }) => {
    await stage.answers('portrait-background-removal');
    const job = await stage.add(cutout);
    expect(stage.store.moves.claim('remote')?.state).toBe('preparing');
    await goOn(stage, job.id);
    expect(stage.texts(job.id).join()).toContain('Interrupted when Burnish quit');
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
    await stage.answers('portrait-background-removal');
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
    await stage.reach({ id: job.id }, 'done');
    expect(stage.server.requestsOf(submitCutout)).toHaveLength(1);
    expect(stage.store.crashCounts.of(stage.job(job.id))).toBe(0);
  });

  test('running in one crash continues', { tags: ['long'] }, async ({ stage }) => {
    await stage.answers('portrait-background-removal');
    const job = await stage.add(cutout);
    expect(stage.store.moves.claim('remote')?.state).toBe('preparing');
    stage.store.crashCounts.start(job.id);
    await goOn(stage, job.id);
    expect(stage.store.crashCounts.of(stage.job(job.id))).toBe(0);
  });

  test('being sent to a remote service is left to the user', async ({ stage }) => {
    stage.server.script(submitCutout, { hang: true });
    const job = await stage.add(cutout);
    stage.start();
    await stage.clock.until(() => stage.server.requestsOf(submitCutout)[0]?.complete === true);
    stage.crash();
    stage.start();
    expect(stage.job(job.id)).toMatchObject({ state: 'uncertain', error: { advice: 'decide', kind: 'uncertain' } });
    expect(await stage.queue.drained()).toEqual({ finished: true });
    expect(stage.server.requestsOf(submitCutout)).toHaveLength(1);
    await stage.answers('portrait-background-removal');
    stage.store.actions.decide([job.id], 'send-again');
    await stage.reach({ id: job.id }, 'done');
  });

  test('being sent to the built-in engine is sent again', async ({ stage }) => {
    await stage.answers('portrait-background-removal');
    stage.server.script(submitCutout, { hang: true }, answerOf(stage));
    const job = await stage.add(cutout, { profileId: builtInProfileId });
    stage.start();
    await stage.clock.until(() => stage.server.requestsOf(submitCutout)[0]?.complete === true);
    await goOn(stage, job.id);
  });

  test('at the service is queried again, not submitted again', async ({ stage }) => {
    const submitSkin = post('smart-skin-advanced');
    await stage.answers('portrait-background-removal');
    stage.server.script(submitSkin, accepted('task-1'));
    stage.server.script(taskQuery, pending);
    const job = await stage.run(recipeOf('smart-skin-advanced'), { until: 'waiting' });
    stage.server.script(taskQuery, {
      json: { ...success, task_status: 2, data: { result_urls: [`${stage.server.baseUrl}${result.slice(4)}`] } },
    });
    await goOn(stage, job.id);
    expect(stage.server.requestsOf(submitSkin)).toHaveLength(1);
  });

  test('being fetched is fetched again, not submitted again', async ({ stage }) => {
    await stage.answers('portrait-background-removal');
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
    expect(stage.server.requestsOf(submitCutout)).toHaveLength(1);
  });

  test('being placed is placed from the downloaded result', async ({ stage }) => {
    await stage.answers('portrait-background-removal');
    const job = await stage.add(cutout);
    stage.start();
    await stage.clock.until(() => stage.job(job.id).state === 'placing');
    await goOn(stage, job.id);
    expect([submitCutout, result].map((route) => stage.server.requestsOf(route).length)).toEqual([1, 1]);
  });

  test('about to be written to a reserved name, on a disk without hard links, takes that name', {
    tags: ['long'],
  }, async ({ stage }) => {
    await stage.answers('portrait-background-removal');
    const job = await stage.add(cutout);
    stage.start();
    await stage.clock.until(() => stage.job(job.id).state === 'placing');
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
    await stage.reach({ id: job.id }, 'done');
    expect(await stage.outputs()).toEqual(['photo-1.png']);
  });

  test('placed, but not recorded as such, is not placed twice', async ({ stage }) => {
    await stage.answers('portrait-background-removal');
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
    await stage.reach({ id: job.id }, 'done');
    expect(await stage.outputs()).toEqual(['photo-1.png']);
    expect(stage.store.views.byId([job.id])[0]?.resultCount).toBe(1);
  });

  test('done, failed or canceled is unchanged', { tags: ['long'] }, async ({ stage }) => {
    await stage.answers('portrait-background-removal');
    const done = await stage.run(cutout);
    await stage.queue.stop();
    const cancelled = await stage.add(cutout);
    stage.store.actions.cancel([cancelled.id]);
    stage.crash();
    stage.start();
    await stage.queue.drained();
    expect([done, cancelled].map(({ id }) => stage.job(id).state)).toEqual(['done', 'cancelled']);
    expect(stage.server.requestsOf(submitCutout)).toHaveLength(1);
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
    await stage.answers('portrait-background-removal');
    stage.start();
    const job = await stage.add(cutout);
    // Another process claims the job and ends.
    expect(stage.store.moves.claim('remote')?.id).toBe(job.id);
    await stage.reach(job, 'done');
  });
});

import { describe, expect, vi } from 'vitest';
import {
  cutoutPng,
  post,
  type QueueStage,
  recipeOf,
  success,
  taskQuery,
  test,
} from '../../../helpers/queue/queue-stage.ts';
import { matchingMessage, messageText } from '../../../helpers/run/message-matchers.ts';
import { accepted, resultAt, taskResult } from '../../../helpers/service/service-answers.ts';

const cut = 'portrait-background-removal';
const cutout = recipeOf(cut);
const states = (stage: QueueStage, jobs: readonly { id: number }[]) => jobs.map(({ id }) => stage.job(id).state);
const several = async (stage: QueueStage, count: number, recipe = cutout, height = 48) => {
  const jobs = [];
  for (let made = 0; made < count; made += 1) jobs.push(await stage.add(recipe, { size: { width: 64, height } }));
  return jobs;
};

describe('the queue', () => {
  test('processes jobs into finished files, and leaves no temporary files', async ({ stage }) => {
    await stage.answers(cut);
    const jobs = await several(stage, 5);
    stage.start();
    const drained = stage.queue.drained();
    for (const job of jobs) await stage.reach(job, 'done');
    expect(await drained).toEqual({ finished: true });
    expect(await stage.outputs()).toEqual(['photo-1.png', 'photo-2.png', 'photo-3.png', 'photo-4.png', 'photo-5.png']);
    expect(await stage.workFolders()).toEqual([]);
    expect(stage.faults).toEqual([]);
    expect(stage.store.stepRuns.ofJob(jobs[0]!.id)[0]).toMatchObject({
      requestId: 'request-1',
      logId: 'log-1',
      answer: null,
    });
    expect(stage.store.views.byId([jobs[0]!.id])[0]).toMatchObject({ resultCount: 1, progress: null, error: null });
  });

  test('respects the service’s limit of concurrent requests', async ({ stage }) => {
    // The response contains the image, so no other request is sent.
    const result = (await cutoutPng(64, 64)).toString('base64');
    const submit = post('face-beauty-pro');
    stage.server.script(submit, { json: { ...success, task_type: 'sync', result }, delayMs: 250 });
    stage.store.profiles.save({ ...stage.store.profiles.get('remote')!, maxConcurrency: 2 });
    const jobs = await several(stage, 8, recipeOf('face-beauty-pro'), 64);
    stage.start();
    for (const job of jobs) await stage.reach(job, 'done');
    expect(stage.server.requestsOf(submit)).toHaveLength(8);
    expect(stage.server.peak).toBe(2);
  });

  test('prepares a quarter more jobs, so that a free slot is filled at once', async ({ stage }) => {
    stage.server.script(post(cut), { hang: true });
    stage.store.profiles.save({ ...stage.store.profiles.get('remote')!, maxConcurrency: 8 });
    const jobs = await several(stage, 12);
    stage.start();
    // A job is `submitting` before its request has arrived.
    await vi.waitFor(() => {
      expect(stage.store.views.counts()).toMatchObject({ submitting: 8, preparing: 2, queued: 2 });
      expect(stage.sent(cut)).toBe(8);
    }, 20_000);
    // Otherwise the stage would wait for the responses.
    stage.store.actions.cancel(jobs.map(({ id }) => id));
  });

  test('reports why it is at a standstill', async ({ stage }) => {
    const [job] = await several(stage, 1);
    stage.store.actions.setHeld([job!.id], true);
    stage.start();
    expect(await stage.queue.drained()).toMatchObject({
      because: matchingMessage('The remaining photographs are paused.'),
    });
    stage.store.settings.save({ paused: true });
    stage.store.actions.setHeld([job!.id], false);
    expect(await stage.queue.drained()).toMatchObject({ because: matchingMessage('The queue is paused.') });
  });

  test('claims jobs that another process added', async ({ stage }) => {
    await stage.answers(cut);
    stage.start();
    const job = await stage.fromOutside(() => stage.add(cutout));
    await stage.reach(job, 'done');
  });
});

describe('paused', () => {
  test('nothing new starts, and results of tasks are downloaded', async ({ stage }) => {
    const skin = recipeOf('smart-skin-advanced');
    stage.server.script(post('smart-skin-advanced'), accepted('t'));
    stage.server.script(taskQuery, taskResult(stage, '/results/portrait-background-removal.png'));
    await stage.answers(cut);
    const atService = await stage.run(skin, { until: 'waiting' });
    stage.store.settings.save({ paused: true });
    const later = await stage.add(cutout);
    await stage.reach(atService, 'done');
    expect(stage.job(later.id).state).toBe('queued');
    stage.store.settings.save({ paused: false });
    await stage.reach(later, 'done');
  });

  test('one job, or one batch, waits alone', { tags: ['long'] }, async ({ stage }) => {
    await stage.answers(cut);
    const jobs = await several(stage, 3);
    stage.store.actions.setHeld([jobs[0]!.id], true);
    stage.store.batches.setHeld(jobs[1]!.batchId, true);
    stage.start();
    await stage.reach(jobs[2]!, 'done');
    expect(states(stage, jobs)).toEqual(['queued', 'queued', 'done']);
    stage.store.actions.setHeld([jobs[0]!.id], false);
    stage.store.batches.setHeld(jobs[1]!.batchId, false);
    await stage.reach(jobs[0]!, 'done');
    await stage.reach(jobs[1]!, 'done');
  });
});

describe('canceled', () => {
  test('during the upload, a job’s request is aborted', async ({ stage }) => {
    stage.server.script(post(cut), { hang: true });
    const [job] = await several(stage, 1);
    stage.start();
    await stage.clock.until(() => stage.server.requestsOf(post(cut))[0]?.complete === true);
    stage.store.actions.cancel([job!.id]);
    // The queue would not drain while it waited for the missing response.
    expect(await stage.queue.drained()).toEqual({ finished: true });
    expect(stage.job(job!.id)).toMatchObject({ state: 'cancelled', lease: null });
    expect(await stage.workFolders()).toEqual([]);
  });

  test('and retried at once, it is done once', { tags: ['long'] }, async ({ stage }) => {
    await stage.answers(cut);
    const { json } = resultAt(stage, `/results/${cut}.png`);
    stage.server.script(post(cut), { hang: true }, { json });
    const [job] = await several(stage, 1);
    stage.start();
    await stage.clock.until(() => stage.server.requestsOf(post(cut))[0]?.complete === true);
    stage.store.actions.cancel([job!.id]);
    stage.store.actions.retry([job!.id]);
    await stage.reach(job!, 'done');
    expect(await stage.outputs()).toEqual(['photo-1.png']);
    expect(stage.store.views.byId([job!.id])[0]?.resultCount).toBe(1);
  });
});

describe('stopped', () => {
  test('the queue aborts uploads without using up an attempt, and resumes next time', async ({ stage }) => {
    const submit = post('face-analyzer-advanced');
    stage.server.script(submit, { stallAfterUploadBytes: 1000 }, { json: { ...success, data: { face_count: 1 } } });
    const job = await stage.add(recipeOf('face-analyzer-advanced'), {
      size: { width: 2400, height: 2400 },
      format: 'png',
    });
    stage.start();
    await stage.clock.until(() => stage.server.requestsOf(submit).length === 1);
    await stage.queue.stop();
    expect(stage.job(job.id)).toMatchObject({ state: 'queued', lease: null, attempts: 0 });
    stage.restart();
    stage.start();
    await stage.reach(job, 'done');
  });

  test.for([
    ['', false],
    [', also where it is a studio’s and free as far as this station knows', true],
  ] as const)('waits for the response to a complete upload%s', async ([, isShared], { stage }) => {
    if (isShared) stage.store.profiles.save({ ...stage.store.profiles.get('remote')!, charges: false });
    await stage.answers(cut);
    const { json } = resultAt(stage, `/results/${cut}.png`);
    let stopped: Promise<void> | undefined;
    stage.server.script(post(cut), {
      delayMs: 50,
      json: () => {
        if (isShared) stage.store.shared.bind(job!.id, { sharedId: 1, fence: 1, counter: null });
        stopped ??= stage.queue.stop();
        return json;
      },
    });
    const [job] = await several(stage, 1);
    stage.start();
    await stage.clock.until(() => stopped !== undefined);
    await stopped;
    stage.store.shared.free(1);
    // A studio job continues to `placing`, because only this station has its result.
    expect(stage.job(job!.id)).toMatchObject({ state: isShared ? 'placing' : 'fetching', lease: null });
    stage.restart();
    stage.start();
    await stage.reach(job!, 'done');
    expect(stage.sent(cut)).toBe(1);
  });

  test('stops waiting at the timeout: the charge is uncertain, and the user decides', async ({ stage }) => {
    stage.server.script(post(cut), { hang: true });
    const [job] = await several(stage, 1);
    stage.start();
    await stage.clock.until(() => stage.store.progress.of(job!.id)?.activity === 'at-service');
    const stopped = stage.queue.stop();
    stage.clock.advance(60_000);
    await stopped;
    expect(stage.job(job!.id)).toMatchObject({ state: 'uncertain', error: { advice: 'decide' } });
  });
});

describe('a job that cannot be processed', () => {
  test('fails before sending if the service lacks the operation', async ({ stage }) => {
    stage.server.script('GET /health', { json: { ...success, data: { implemented: ['face-key-points'] } } });
    const [job] = await several(stage, 1);
    stage.start();
    const failed = await stage.reach(job!, 'failed');
    expect(failed.error).toMatchObject({ code: 'NOT_AVAILABLE', advice: 'edit-recipe' });
    expect(messageText(failed.error?.message)).toContain('is not available with this service');
    expect(stage.sent(cut)).toBe(0);
  });

  test('waits if its service has been removed', { tags: ['long'] }, async ({ stage }) => {
    const job = await stage.add(cutout, { profileId: 'removed' });
    stage.start();
    const drained = stage.queue.drained();
    await stage.clock.until(() => stage.queue.status('removed')?.condition === 'failed');
    const later = stage.clock.now() + 10_000;
    await stage.clock.until(() => stage.clock.now() > later);
    expect(await drained).toMatchObject({
      because: matchingMessage('The selected service is no longer set up.'),
    });
    expect(stage.job(job.id)).toMatchObject({ state: 'queued', attempts: 0 });
  });
});

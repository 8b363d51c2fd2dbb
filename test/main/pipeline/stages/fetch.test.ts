import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect } from 'vitest';
import type { OperationId } from '../../../../contract/operations/operation-spec.ts';
import { workFolder } from '../../../../main/pipeline/stages/work/work-folder.ts';
import {
  builtInProfileId,
  post,
  type QueueStage,
  recipeOf,
  remoteId,
  success,
  taskQuery,
  test,
  testKey,
} from '../../../helpers/queue/queue-stage.ts';
import { matchingMessage, messageText } from '../../../helpers/run/message-matchers.ts';
import { hugePng } from '../../../helpers/service/huge-pictures.ts';
import {
  accepted,
  pending,
  png,
  refusal,
  resultAt,
  taskResult,
  timed,
} from '../../../helpers/service/service-answers.ts';

const cut = 'portrait-background-removal';
const retouch = 'smart-skin-advanced';
const download = 'GET /results/a.png';

/** A job from an earlier start whose paid result is not downloaded yet. */
async function leftOnTheWay(stage: QueueStage, operation: OperationId = cut) {
  stage.server.script(post(cut), resultAt(stage, '/results/a.png'));
  stage.server.script(post(retouch), accepted('task-1'));
  stage.server.script(taskQuery, taskResult(stage, '/results/a.png'));
  stage.server.script(download, { status: 500 });
  const job = await stage.add(recipeOf(operation));
  stage.start();
  await stage.clock.until(() => stage.job(job.id).error !== null, 'the trouble with the result');
  await stage.queue.stop();
  stage.restart();
  stage.server.script(download, await png());
  return job;
}

test('a job recreates a removed work folder, and downloads its result', async ({ stage }) => {
  const job = await leftOnTheWay(stage);
  expect(stage.job(job.id).state).toBe('fetching');
  await rm(workFolder(stage.store.workFolder, job).path, { recursive: true });

  stage.start();
  await stage.reach(job, 'done');

  expect(stage.sent(cut)).toBe(1);
  expect(await stage.outputs()).toEqual(['photo-1.png']);
});

test('a result of the built-in engine is fetched from its task’s current address, and not made again', {
  tags: ['long'],
}, async ({ stage }) => {
  // First at the port of an engine that has ended, then at the port of the running one.
  const ended = { json: { ...success, task_status: 2, data: { image_url: 'http://127.0.0.1:9/results/a.png' } } };
  stage.server.script(post(retouch), accepted('task-1'));
  stage.server.script(taskQuery, ended, taskResult(stage, '/results/a.png'));
  stage.server.script(download, await png());

  await stage.run(recipeOf(retouch), { profileId: builtInProfileId });

  expect(stage.sent(retouch)).toBe(1);
  expect(stage.server.requestsOf(taskQuery)).toHaveLength(2);
});

/** Removes from a job's step data that a damaged database may lose. */
function forget(stage: QueueStage, id: number, lost: string): void {
  const db = new Database(join(stage.store.folder, 'burnish.db'));
  db.prepare(`UPDATE step_runs SET ${lost} WHERE job_id = ?`).run(id);
  db.close();
}

describe('if the database has lost', () => {
  test('a paid response, the user decides, and nothing is requested again automatically', async ({ stage }) => {
    const job = await leftOnTheWay(stage);
    forget(stage, job.id, 'answer = NULL');

    stage.start();
    const { error } = await stage.reach(job, 'uncertain');

    expect(error).toMatchObject({ code: 'RESULT_GONE', advice: 'decide' });
    expect(stage.sent(cut)).toBe(1);
  });

  test('the response of a task, the task is queried again', { tags: ['long'] }, async ({ stage }) => {
    const job = await leftOnTheWay(stage, retouch);
    forget(stage, job.id, 'answer = NULL');

    stage.start();
    await stage.reach(job, 'done');

    expect(stage.sent(retouch)).toBe(1);
  });

  test('a task, the user decides, and it is not submitted again automatically', async ({ stage }) => {
    stage.server.script(post(retouch), accepted('task-1'));
    stage.server.script(taskQuery, pending);
    const job = await stage.add(recipeOf(retouch));
    stage.start();
    await stage.clock.until(() => stage.server.requestsOf(taskQuery).length > 0, 'a question about the task');
    await stage.queue.stop();
    stage.restart();
    forget(stage, job.id, 'task_id = NULL');

    stage.start();
    const { error } = await stage.reach(job, 'uncertain');

    expect(error).toMatchObject({ code: 'TASK_LOST', advice: 'decide' });
    expect(stage.sent(retouch)).toBe(1);
  });
});

describe('queries of one task are an interval apart', () => {
  const pollMs = 5000;

  /** A job with a finished task whose result addresses are all rejected; `times` contains the task's queries. */
  async function refusedAddresses(stage: QueueStage, pollSeconds = pollMs / 1000) {
    stage.store.profiles.save({ ...stage.store.profiles.get(remoteId)!, pollSeconds });
    const times: number[] = [];
    stage.server.script(post(retouch), accepted('task-1'));
    stage.server.script(taskQuery, timed(stage, times, taskResult(stage, '/results/a.png')));
    stage.server.script(download, { status: 403, json: {} });
    const job = await stage.add(recipeOf(retouch));
    stage.start();
    return { job, times };
  }
  const gaps = (times: readonly number[]) => times.slice(1).map((time, index) => time - times[index]!);
  const untilQueried = (stage: QueueStage, times: readonly number[], count: number) =>
    stage.clock.until(() => times.length >= count, `${count} queries`);

  test('although its addresses are rejected repeatedly, and the user retries', async ({ stage }) => {
    const { job, times } = await refusedAddresses(stage, 20);
    for (let count = 1; count < 5; count += 1) {
      await untilQueried(stage, times, count);
      stage.store.actions.hurry([job.id]);
    }

    expect(Math.min(...gaps(times))).toBeGreaterThanOrEqual(20_000);

    stage.server.script(download, await png());
    await stage.reach(job, 'done');
    expect(stage.sent(retouch)).toBe(1);
  });

  test('although Burnish restarts between them', async ({ stage }) => {
    const { job, times } = await refusedAddresses(stage);
    for (let count = 1; count < 4; count += 1) {
      await untilQueried(stage, times, count);
      // The error of the previous round is still set.
      const isRefused = () => stage.server.requestsOf(download).length >= count;
      await stage.clock.until(() => isRefused() && stage.job(job.id).error !== null, 'the refusal');
      await stage.queue.stop();
      stage.restart();
      stage.start();
    }
    await untilQueried(stage, times, 4);

    expect(Math.min(...gaps(times))).toBeGreaterThanOrEqual(pollMs);
  });

  test('although the job is canceled and retried', async ({ stage }) => {
    const { job, times } = await refusedAddresses(stage);
    for (let count = 1; count < 4; count += 1) {
      await untilQueried(stage, times, count);
      await stage.clock.until(() => stage.job(job.id).error !== null, 'the refusal');
      stage.store.actions.cancel([job.id]);
      expect(stage.store.actions.retry([job.id])).toEqual([job.id]);
    }
    await untilQueried(stage, times, 4);

    expect(Math.min(...gaps(times))).toBeGreaterThanOrEqual(pollMs);
  });

  test('although two jobs share the task', async ({ stage }) => {
    stage.server.script(post(retouch), accepted('task-1'), accepted('task-2'));
    const times: number[] = [];
    stage.server.script(taskQuery, timed(stage, times, pending));
    const jobs = [await stage.add(recipeOf(retouch)), await stage.add(recipeOf(retouch))];
    stage.start();
    for (const job of jobs) await stage.reach(job, 'waiting');
    await stage.queue.stop();
    stage.restart();
    for (const { id } of jobs) forget(stage, id, `task_id = 'task-1'`);
    times.length = 0;
    stage.start();
    await untilQueried(stage, times, 4);

    expect(Math.min(...gaps(times))).toBeGreaterThanOrEqual(pollMs);
  });
});

test('a paid result is completed with a copy of the photograph if its own file is missing', {
  tags: ['long'],
}, async ({ stage }) => {
  const job = await leftOnTheWay(stage);
  const copy = await stage.addCopy(job, 'renamed.jpg');
  await rm(job.sourcePath);
  await rm(workFolder(stage.store.workFolder, job).path, { recursive: true });
  expect(copy.follows).toBe(job.id);

  stage.start();
  await stage.reach(job, 'done');
  await stage.reach(copy, 'done');

  expect(stage.sent(cut)).toBe(1);
});

test('a result of an unexpected size is not decoded, by address or inline, and the user decides', async ({ stage }) => {
  const huge = hugePng(9000, 9000);
  stage.server.script(post(cut), resultAt(stage, '/results/a.png'));
  stage.server.script(download, { bytes: huge });
  stage.server.script(post('smart-beauty'), { json: { ...success, data: { image: huge.toString('base64') } } });
  const jobs = [await stage.add(recipeOf(cut)), await stage.add(recipeOf('smart-beauty'))];

  stage.start();
  for (const job of jobs) {
    const { error } = await stage.reach(job, 'uncertain');
    expect(error).toMatchObject({
      code: 'BAD_RESULT',
      advice: 'decide',
      message: matchingMessage(
        'The service returned a picture of 9000 × 9000 px, far larger than the one sent, so Burnish does not open it. It may have been charged. Send the photograph again, or give up?',
      ),
    });
  }

  expect(await stage.outputs()).toEqual([]);
  expect(stage.sent(cut)).toBe(1);
});

describe('a paid result', () => {
  test('is downloaded unencrypted if the service requires that, and this is reported', { tags: ['long'] }, async ({
    stage,
  }) => {
    const job = await leftOnTheWay(stage);
    const address = 'https://127.0.0.1:9';
    stage.store.profiles.save({ ...stage.store.profiles.get(remoteId)!, baseUrl: address });
    stage.keys.set(remoteId, testKey, address);
    stage.start();
    await stage.reach(job, 'done');
    expect(stage.texts(job.id)).toContain(
      'The service provided an unencrypted address for the result, which was fetched from there.',
    );
  });

  test('waits for the key without an error, and is downloaded once it is available', async ({ stage }) => {
    const job = await leftOnTheWay(stage);
    stage.keys.remove(remoteId);
    const before = stage.texts(job.id).length;
    stage.start();
    const sentence = 'Enter the key for “Remote” under Services.';
    let drained: unknown = null;
    void stage.queue.drained().then((end) => {
      drained = end;
    });
    await stage.clock.until(() => drained !== null, 'the queue standing still');
    expect(drained).toMatchObject({ finished: false, because: matchingMessage(sentence) });
    const later = stage.clock.now() + 10 * 60_000;
    await stage.clock.until(() => stage.clock.now() > later, 'ten minutes', 5000);
    expect(stage.texts(job.id).slice(before)).toEqual([sentence]);
    expect(stage.job(job.id)).toMatchObject({ state: 'fetching', error: { code: 'NO_KEY' } });
    stage.keys.set(remoteId, testKey, stage.server.baseUrl);
    stage.queue.resume(remoteId);
    await stage.reach(job, 'done');
    expect(stage.sent(cut)).toBe(1);
  });

  test('is downloaded although the key is rejected or no credits are left; the queue waits for it', async ({
    stage,
  }) => {
    for (const refused of [refusal('ERROR_NOT_ENOUGH_CREDITS', 429), { status: 401, json: {} }]) {
      const job = await leftOnTheWay(stage);
      stage.server.script(post(cut), refused);
      stage.server.script(download, { status: 404 }, { status: 404 }, await png());
      const otherJob = await stage.add(recipeOf(cut));
      stage.start();
      const drained = stage.queue.drained().then((end) => [end.finished, stage.job(job.id).state]);
      await stage.clock.until(() => stage.queue.status(remoteId)?.condition === 'stopped');
      await stage.reach(job, 'done');
      expect(await drained).toEqual([false, 'done']);
      expect(stage.job(otherJob.id).state).toBe('queued');
      stage.store.actions.cancel([otherJob.id]);
      await stage.queue.stop();
      stage.restart();
    }
  });

  test('is retried ever less often if a proxy requires a password; the queue reports that', { tags: ['long'] }, async ({
    stage,
  }) => {
    const job = await leftOnTheWay(stage);
    stage.server.script(download, { status: 407 });
    const before = stage.server.requestsOf(download).length;
    stage.start();
    let because = '';
    void stage.queue.drained().then((end) => {
      because = end.finished ? 'finished' : messageText(end.because);
    });
    await stage.clock.until(() => because !== '', 'the queue standing still');
    expect(because).toMatch(/^One result is kept .* A proxy between you and the service asks for a password\./);
    expect(stage.server.requestsOf(download).length - before).toBeLessThan(10);
    // This is no problem of the key, so uploads stay possible.
    expect(stage.queue.status(remoteId)?.condition).not.toBe('stopped');
    stage.server.script(download, await png());
    await stage.reach(job, 'done');
  });
});

/** Job outcomes for broken results and tasks: real requests to a scripted server, a manual clock. */
import { describe, expect } from 'vitest';
import {
  builtInProfileId,
  cutoutPng,
  longAfter,
  post,
  type QueueStage,
  recipeOf,
  remoteId,
  success,
  taskQuery,
  test,
} from '../../helpers/queue/queue-stage.ts';
import { messageText } from '../../helpers/run/message-matchers.ts';
import type { Step } from '../../helpers/service/scripted-server.ts';
import { accepted, pending, png, refusal, resultAt, taskResult, timed } from '../../helpers/service/service-answers.ts';

const cut = 'portrait-background-removal';
const retouch = 'smart-skin-advanced';
const cutout = recipeOf(cut);
const skin = recipeOf(retouch);
const hour = 3600_000;

describe('a result that', () => {
  const address = 'GET /results/a.png';
  const damaged = async (): Promise<Step> => ({ bytes: await cutoutPng(30, 90), type: 'image/png' });
  const direct = async (stage: QueueStage, ...downloads: Step[]) => {
    stage.server.script(post(cut), resultAt(stage, '/results/a.png'));
    stage.server.script(address, ...downloads);
    const job = await stage.add(cutout);
    stage.start();
    return job;
  };
  /** Maximum number of clock steps, because pauses between downloads grow to many minutes. */
  const longPauses = 5000;
  const downloads = (stage: QueueStage) => stage.server.requestsOf(address).length;

  test('is interrupted during the download is fetched again, not made again', async ({ stage }) => {
    const complete = await png();
    const broken = { ...complete, breakAfterBytes: 500 };

    await stage.reach(await direct(stage, broken, { ...broken, breakWith: 'close' }, complete), 'done');

    expect([stage.sent(cut), downloads(stage)]).toEqual([1, 3]);
  });

  test('has the full length but is damaged is fetched again', { tags: ['long'] }, async ({ stage }) => {
    const complete = await png();
    const half = (complete.bytes as Buffer).subarray(0, 2000);

    const job = await direct(stage, { bytes: half, type: 'image/png' }, complete);
    await stage.reach(job, 'done');

    expect(stage.sent(cut)).toBe(1);
    expect(stage.texts(job.id).join()).toContain('arrived damaged');
  });

  test('is a text page is fetched until it is an image', { tags: ['long'] }, async ({ stage }) => {
    const job = await direct(stage, { bytes: '<html>busy</html>', type: 'text/html' });
    await stage.clock.until(() => downloads(stage) > 7, 'eight downloads', longPauses);
    expect(stage.job(job.id)).toMatchObject({ state: 'fetching', error: { code: 'RESULT_NOT_IMAGE' } });

    stage.server.script(address, await png());
    await stage.reach(job, 'done', longPauses);

    expect(stage.sent(cut)).toBe(1);
  });

  for (const [tags, rows] of longAfter(1, [403, 401, 402, 404, 407, 410, 422]))
    test.for(rows)('is rejected at its address (%i) is requested there again', { tags }, async (status, { stage }) => {
      const times: number[] = [];
      const refused = timed(stage, times, { status, json: {} });

      await stage.reach(await direct(stage, refused, refused, refused, await png()), 'done');

      expect(stage.sent(cut)).toBe(1);
      expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(5000);
    });

  test('is withheld for 24 hours is left to the user, who may send the photograph again', async ({ stage }) => {
    const job = await direct(stage, { status: 404, json: {} });
    await stage.clock.until(() => downloads(stage) > 2);

    stage.clock.sleep(24 * hour);
    const { error } = await stage.reach(job, 'uncertain');

    expect(error).toMatchObject({ code: 'RESULT_LOST', advice: 'decide' });
    // The address is shown neither to the user nor in the log.
    const seen = JSON.stringify([stage.store.views.summaries(), stage.texts(job.id), stage.faults]);
    expect(seen).not.toMatch(/\/results\/|key-/);

    stage.server.script(address, await png());
    expect(stage.store.actions.retry([job.id])).toEqual([]);
    stage.store.actions.decide([job.id], 'send-again');
    await stage.reach(job, 'done');
    expect(stage.sent(cut)).toBe(2);
  });

  test('cannot be requested at the end of its 24 hours is not given up before a response', async ({ stage }) => {
    const job = await direct(stage, { resetBeforeAnswer: true });
    await stage.clock.until(() => downloads(stage) > 1);
    stage.clock.sleep(60 * hour);
    const before = downloads(stage);
    await stage.clock.until(() => downloads(stage) > before + 2);
    expect(stage.job(job.id)).toMatchObject({ state: 'fetching', error: { kind: 'network' } });

    stage.server.script(address, { status: 500 });
    const { error } = await stage.reach(job, 'uncertain');

    expect(error).toMatchObject({ code: 'RESULT_LOST', advice: 'decide' });
  });

  for (const [tags, rows] of longAfter<[string, Step]>(1, [
    ['a failing', { status: 500 }],
    ['a busy', { status: 503 }],
    ['a broken', { resetBeforeAnswer: true }],
  ]))
    test.for(rows)(
      '%s free service withholds is awaited, and not made again',
      { tags },
      async ([, step], { stage }) => {
        stage.store.profiles.save({ ...stage.store.profiles.get(remoteId)!, charges: false });
        const job = await direct(stage, step);
        await stage.clock.until(() => downloads(stage) > 7, 'eight downloads', longPauses);
        expect(stage.sent(cut)).toBe(1);

        // The result is missing now, so it is made again, and the wait has used up no attempt.
        stage.server.script(address, { status: 404 }, { status: 404 }, await png());
        await stage.reach(job, 'done', longPauses);
        expect(stage.sent(cut)).toBe(3);
      },
    );

  test('the built-in engine has lost, or had at a previous address, is made again automatically', async ({ stage }) => {
    const elsewhere = { json: { ...success, data: { image_url: 'http://127.0.0.1:9/results/a.png' } } };
    stage.server.script(post(cut), elsewhere, resultAt(stage, '/results/a.png'));
    stage.server.script(address, { status: 404, json: {} }, await png());

    await stage.run(cutout, { profileId: builtInProfileId });

    expect(stage.sent(cut)).toBe(3);
  });

  test('does not match the photograph is unusable, and the user decides', async ({ stage }) => {
    const job = await direct(stage, await damaged());
    const { error } = await stage.reach(job, 'uncertain');
    expect(error).toMatchObject({ code: 'BAD_RESULT', advice: 'decide' });
    expect(stage.sent(cut)).toBe(1);

    // Sent again, the job depends on the new response alone.
    stage.server.script(address, await png());
    stage.store.actions.decide([job.id], 'send-again');
    await stage.reach(job, 'done');
    expect(stage.sent(cut)).toBe(2);
  });

  test('is unusable is made again by a free service, a limited number of times', { tags: ['long'] }, async ({
    stage,
  }) => {
    stage.server.script(post(cut), resultAt(stage, '/results/a.png'));
    stage.server.script(address, await damaged());

    await stage.run(cutout, { until: 'failed', profileId: builtInProfileId });

    expect(stage.sent(cut)).toBe(6);
  });
});

describe('a task', () => {
  const task = async (stage: QueueStage, ...queries: Step[]) => {
    stage.server.script(post(retouch), accepted('task-7'));
    stage.server.script(taskQuery, ...queries);
    stage.server.script('GET /results/a.png', await png());
    const job = await stage.add(skin);
    stage.start();
    return job;
  };
  const queries = (stage: QueueStage) => stage.server.requestsOf(taskQuery).length;
  const finished = (stage: QueueStage): Step => taskResult(stage, '/results/a.png');

  test('is queried every 5 s, also after failed queries, and uses up no attempt', async ({ stage }) => {
    const times: number[] = [];
    const failed = [refusal('SERVICE_INTERNAL_ERROR', 500), { resetBeforeAnswer: true } as const];
    const answers = [pending, pending, ...failed, finished(stage)].map((step) => timed(stage, times, step));

    const job = await task(stage, ...answers);
    await stage.reach(job, 'done');

    const pauses = times.slice(1).map((time, index) => time - times[index]!);
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(5000);
    expect(stage.job(job.id).attempts).toBe(1);
    expect(stage.server.requestsOf(taskQuery)[0]?.query.get('task_id')).toBe('task-7');
    expect(stage.sent(retouch)).toBe(1);
  });

  test('returns new addresses of its result if the first are rejected', async ({ stage }) => {
    const first = finished(stage);
    const renewed = taskResult(stage, '/results/new.png');
    const job = await task(stage, first, renewed);
    stage.server.script('GET /results/a.png', { status: 403, json: {} });
    stage.server.script('GET /results/new.png', await png());
    await stage.reach(job, 'done');
    expect(stage.sent(retouch)).toBe(1);
    expect(stage.server.requestsOf('GET /results/a.png')).toHaveLength(1);
  });

  test('of another photograph is rejected, and the user decides', async ({ stage }) => {
    const [first, second] = [await task(stage, pending), await stage.add(skin)];
    // The owner of the task is unknown, because the first job to name it may be wrong.
    for (const job of [first, second])
      expect((await stage.reach(job, 'uncertain')).error).toMatchObject({ code: 'TASK_OF_ANOTHER', advice: 'decide' });
    const tasks = [first, second].map(({ id }) => stage.store.stepRuns.get(id, 0)?.taskId);
    expect(new Set(tasks)).toEqual(new Set(['task-7', null]));
    expect(stage.server.requestsOf('GET /results/a.png')).toEqual([]);
  });

  test('of another photograph is made again for both by a free service', { tags: ['long'] }, async ({ stage }) => {
    stage.store.profiles.save({ ...stage.store.profiles.get('remote')!, charges: false });
    const [first, second] = [await task(stage, pending), await stage.add(skin)];
    await stage.clock.until(() => stage.sent(retouch) > 3);
    for (const { id } of [first, second]) expect(['done', 'uncertain']).not.toContain(stage.job(id).state);
    const texts = stage.store.events.ofJob(first.id).map(({ text }) => messageText(text));
    expect(texts.some((text) => text.includes('the task of another one'))).toBe(true);
  });

  test('of a finished photograph is rejected too, with that one’s name', { tags: ['long'] }, async ({ stage }) => {
    const first = await task(stage, finished(stage));
    await stage.reach(first, 'done');
    await stage.reach(await stage.add(skin), 'uncertain');
    expect(stage.job(first.id).state).toBe('done');
    expect(messageText(stage.store.events.ofJob(first.id).at(-1)?.text)).toContain(
      'Check that the result shows the right photograph',
    );
  });

  test('of an earlier attempt for the same photograph is accepted', { tags: ['long'] }, async ({ stage }) => {
    const first = await task(stage, pending);
    await stage.reach(first, 'waiting');
    const { jobIds } = stage.store.jobs.addAgain([first.id]);
    await stage.reach(stage.job(jobIds[0]!), 'uncertain');
    expect(stage.job(first.id).state).toBe('waiting');
  });

  test('that never ends is left to the user after 24 hours', async ({ stage }) => {
    const times: number[] = [];
    const job = await task(stage, timed(stage, times, pending));
    await stage.reach(job, 'waiting');
    const began = stage.clock.now();
    // Most of the day passes at once, as if the computer had slept.
    stage.clock.sleep(23 * hour);
    await stage.clock.until(() => times.length > 2);
    expect(stage.job(job.id).state).toBe('waiting');
    stage.clock.sleep(hour);
    const { error } = await stage.reach(job, 'uncertain');
    expect(stage.clock.now() - began).toBeGreaterThanOrEqual(24 * hour);
    expect(error).toMatchObject({ code: 'RESULTS_EXPIRED', advice: 'decide' });
    expect(stage.store.actions.retry([job.id])).toEqual([]);
  });

  test('that cannot be queried at the end of its 24 hours is not given up before a response', {
    tags: ['long'],
  }, async ({ stage }) => {
    const job = await task(stage, { resetBeforeAnswer: true });
    await stage.reach(job, 'waiting');
    stage.clock.sleep(60 * hour);
    await stage.clock.until(() => queries(stage) > 2);
    expect(stage.job(job.id).state).toBe('waiting');
    stage.server.script(taskQuery, refusal('SERVICE_INTERNAL_ERROR', 500));
    const { error } = await stage.reach(job, 'uncertain');
    expect(error).toMatchObject({ code: 'RESULTS_EXPIRED' });
  });

  const unknownCode = { error_detail: { code: 'SOMETHING_NEW', message: 'Not now.' } };
  for (const [tags, rows] of longAfter<[string, Step]>(2, [
    ['200 with an unknown code', { json: { ...success, ...unknownCode } }],
    ...[409, 400, 405, 406, 413, 414, 415, 431, 451, 501].map((status): [string, Step] => [
      `${status}`,
      { status, json: { message: 'Not now.' } },
    ]),
  ]))
    test.for(rows)(
      'whose query is answered with %s is completed nevertheless',
      { tags },
      async ([, answer], { stage }) => {
        await stage.reach(await task(stage, answer, answer, finished(stage)), 'done');

        expect(stage.sent(retouch)).toBe(1);
        expect(stage.store.ledger.list()).toMatchObject([{ outcome: 'charged' }]);
      },
    );

  test('with unreadable responses is reported, kept, and left to the user after 24 hours', async ({ stage }) => {
    const job = await task(stage, { status: 409, json: { message: 'already working on this' } });
    await stage.clock.until(() => stage.job(job.id).error !== null);
    expect(stage.job(job.id).state).toBe('waiting');
    expect(stage.texts(job.id).at(-1)).toMatch(
      /The task of “.*” cannot be read from the service\..*“already working on this”/,
    );
    expect(stage.store.openWork(null)).toMatchObject([{ needs: 'stuck', count: 1 }]);
    stage.clock.sleep(24 * hour);
    const { error } = await stage.reach(job, 'uncertain');
    expect(error).toMatchObject({ code: 'RESULTS_EXPIRED', advice: 'decide' });
    expect(messageText(error?.message)).toContain('already working on this');
    expect(stage.store.ledger.list()).toMatchObject([{ outcome: 'uncertain' }]);
  });

  test('with readable responses again is no longer reported as failing', async ({ stage }) => {
    const job = await task(stage, { status: 409, json: {} });
    await stage.clock.until(() => stage.job(job.id).error !== null);
    stage.server.script(taskQuery, pending);
    await stage.clock.until(() => stage.job(job.id).error === null);
    stage.server.script(taskQuery, finished(stage));
    await stage.reach(job, 'done');
  });

  for (const [tags, rows] of longAfter<[string, Step]>(1, [
    ['404 of a gateway', { status: 404, bytes: 'no route' }],
    ['the word of the service', refusal('ERROR_CONTENT_NOT_FOUND', 404)],
    ['410', { status: 410, json: {} }],
  ]))
    test.for(rows)('that is not found (%s) is queried for ten minutes', { tags }, async ([, answer], { stage }) => {
      await stage.reach(await task(stage, answer, answer, finished(stage)), 'done');
      expect(stage.sent(retouch)).toBe(1);

      stage.server.script(taskQuery, answer);
      stage.server.script(post(retouch), accepted('task-8'));
      const lost = await stage.add(skin);
      await stage.reach(lost, 'waiting');
      const began = stage.clock.now();
      const { error } = await stage.reach(lost, 'uncertain');

      expect(error).toMatchObject({ code: 'TASK_FORGOTTEN', advice: 'decide' });
      expect(stage.clock.now() - began).toBeGreaterThanOrEqual(10 * 60_000);
    });

  test('that was not found is queried again at the user’s request, and charged once', async ({ stage }) => {
    const job = await task(stage, { status: 404, bytes: 'no route' });
    await stage.reach(job, 'uncertain');
    expect(stage.store.views.undecided()).toMatchObject([{ cause: 'TASK_FORGOTTEN', count: 1, askable: 1 }]);
    stage.server.script(taskQuery, finished(stage));
    expect(stage.store.actions.decideCause('TASK_FORGOTTEN', 'ask-again')).toEqual([job.id]);
    expect(stage.store.ledger.list()).toMatchObject([{ outcome: 'open', decision: null }]);
    await stage.reach(job, 'done');
    expect(stage.sent(retouch)).toBe(1);
    expect(stage.store.ledger.list()).toMatchObject([{ outcome: 'charged', decision: null }]);
  });

  test('that a free service has lost is submitted again at once', async ({ stage }) => {
    const job = await task(stage, refusal('ERROR_CONTENT_NOT_FOUND', 404), finished(stage));
    stage.store.profiles.save({ ...stage.store.profiles.get('remote')!, charges: false });
    await stage.reach(job, 'done');
    expect(stage.sent(retouch)).toBe(2);
  });

  test('that failed at the service fails with its reason; a retry submits again', async ({ stage }) => {
    const job = await task(stage, refusal('ERROR_NO_FACE_IN_FILE', 422));
    const { error } = await stage.reach(job, 'failed');
    expect(error).toMatchObject({ kind: 'input' });
    stage.store.actions.retry([job.id]);
    expect(stage.job(job.id).state).toBe('queued');
  });

  test('canceled at the service is no longer queried, and a retry downloads its result', async ({ stage }) => {
    const job = await task(stage, pending);
    await stage.reach(job, 'waiting');
    await stage.clock.until(() => queries(stage) > 0);
    stage.store.actions.cancel([job.id]);
    const queriesBefore = queries(stage);
    const later = stage.clock.now() + 60_000;
    await stage.clock.until(() => stage.clock.now() > later);
    expect(queries(stage)).toBeLessThanOrEqual(queriesBefore + 1);
    stage.server.script(taskQuery, finished(stage));
    stage.store.actions.retry([job.id]);
    await stage.reach({ id: job.id }, 'done');
    expect(stage.sent(retouch)).toBe(1);
  });
});

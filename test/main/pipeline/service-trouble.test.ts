/** How jobs end when a service misbehaves: real requests to a scripted server, time told by hand. */
import { describe, expect } from 'vitest';
import { operations } from '../../../preload/contract/operations/table.ts';
import {
  builtInProfileId,
  cutoutPng,
  type QueueStage,
  recipeOf,
  success,
  taskQuery,
  test,
} from '../../helpers/queue-stage.ts';
import type { Step } from '../../helpers/scripted-server.ts';

const cutout = recipeOf('portrait-background-removal');
const skin = recipeOf('smart-skin-advanced');
const submitCutout = `POST ${operations['portrait-background-removal'].path}`;
const submitSkin = `POST ${operations['smart-skin-advanced'].path}`;

const refusal = (code: string, status: number, headers: Record<string, string> = {}): Step => ({
  status,
  headers,
  json: { request_id: 'request-9', log_id: 'log-9', error_detail: { code, code_message: '', message: '' } },
});
const resultAt = (stage: QueueStage, path: string): Step => ({
  json: { ...success, data: { image_url: `${stage.server.baseUrl}${path}` } },
});
const png = async (): Promise<Step> => ({ bytes: await cutoutPng(64, 48), type: 'image/png' });

/** A step that also notes the time it came. */
function timed(stage: QueueStage, times: number[], step: Step): Step {
  return {
    ...step,
    json: (request: Parameters<Extract<Step['json'], (...args: never[]) => unknown>>[0]) => {
      times.push(stage.clock.now());
      return typeof step.json === 'function' ? step.json(request) : step.json;
    },
  };
}

describe('a service that', () => {
  test('asks to slow down is left alone as long as it says, at no cost', async ({ stage }) => {
    const times: number[] = [];
    stage.server.script(
      submitCutout,
      timed(stage, times, refusal('EXCEEDING_LIMITS', 429, { 'retry-after': '40' })),
      timed(stage, times, resultAt(stage, '/results/a.png')),
    );
    stage.server.script('GET /results/a.png', await png());
    const job = await stage.add(cutout);
    stage.start();
    await stage.clock.until(() => stage.queue.status('remote')?.condition === 'slowed');
    expect(stage.queue.status('remote')?.message).toMatch(/^The service asked us to slow down, \d+ s\.$/);
    await stage.reach(job, 'done');
    expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(40_000);
    expect(stage.job(job.id).attempts).toBe(1);
    expect(stage.queue.status('remote')?.condition).toBe('ready');
  });

  test('fails with 500 is asked again, later each time, six times at most', async ({ stage }) => {
    const times: number[] = [];
    stage.server.script(submitCutout, timed(stage, times, refusal('SERVICE_INTERNAL_ERROR', 500)));
    const job = await stage.add(cutout);
    stage.start();
    const failed = await stage.reach(job, 'failed');
    const pauses = times.slice(1).map((time, index) => time - times[index]!);
    expect(times).toHaveLength(6);
    // Random is held at one half here: three quarters of 1, 2, 4, 8, 16 s.
    for (const [index, least] of [750, 1500, 3000, 6000, 12_000].entries()) {
      expect(pauses[index]).toBeGreaterThanOrEqual(least);
    }
    const announced = stage.texts(job.id).flatMap((text) => /Next try in (\d+) s/.exec(text)?.[1] ?? []);
    expect(announced).toEqual(['1', '2', '3', '6', '12']);
    expect(failed.error).toMatchObject({ kind: 'service', advice: 'retry', requestId: 'request-9' });
    expect(failed.error?.message).toContain('Tried 6 times.');
    expect(await stage.outputs()).toEqual([]);
  });

  test('breaks off in the middle of the upload gets it again', async ({ stage }) => {
    const submit = `POST ${operations['face-analyzer-advanced'].path}`;
    stage.server.script(submit, { resetAfterUploadBytes: 100 }, { json: { ...success, data: { face_count: 1 } } });
    // 17 MB: more than the buffers of an operating system swallow, or it would count as sent.
    const job = await stage.add(recipeOf('face-analyzer-advanced'), {
      size: { width: 2400, height: 2400 },
      format: 'png',
    });
    stage.start();
    await stage.reach(job, 'done');
    expect(stage.server.requestsOf(submit).map(({ complete }) => complete)).toEqual([false, true]);
    expect(stage.texts(job.id).join()).toContain('Next try in');
  });

  test('takes the photograph and never answers is not asked again: the user decides', async ({ stage }) => {
    stage.server.script(submitCutout, { resetBeforeAnswer: true }, resultAt(stage, '/results/a.png'));
    stage.server.script('GET /results/a.png', await png());
    const job = await stage.add(cutout);
    stage.start();
    const unsure = await stage.reach(job, 'uncertain');
    expect(unsure.error).toMatchObject({ advice: 'decide' });
    expect(stage.server.requestsOf(submitCutout)).toHaveLength(1);
    expect(await stage.queue.drained()).toEqual({ finished: true });

    stage.store.actions.decide([job.id], 'send-again');
    await stage.reach({ id: job.id }, 'done');
    expect(stage.server.requestsOf(submitCutout)).toHaveLength(2);
  });

  test('is the built-in engine and never answers is asked again: that costs nothing', async ({ stage }) => {
    stage.server.script(submitCutout, { resetBeforeAnswer: true }, resultAt(stage, '/results/a.png'));
    stage.server.script('GET /results/a.png', await png());
    const job = await stage.add(cutout, { profileId: builtInProfileId });
    stage.start();
    await stage.reach(job, 'done');
    expect(stage.server.requestsOf(submitCutout)).toHaveLength(2);
  });

  test('answers, and its answer cannot be written down, is not asked again either', async ({ stage }) => {
    stage.server.script(submitCutout, resultAt(stage, '/results/a.png'));
    const job = await stage.add(cutout);
    stage.store.stepRuns.answered = () => {
      throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    };
    stage.start();
    await stage.reach(job, 'uncertain');
    expect(stage.server.requestsOf(submitCutout)).toHaveLength(1);
    expect(stage.faults).toHaveLength(1);
  });

  test('answers nonsense after taking the photograph leaves it uncertain', async ({ stage }) => {
    stage.server.script(submitCutout, { bytes: '{"data": {"image_url": ', type: 'application/json' });
    const job = await stage.add(cutout);
    stage.start();
    await stage.reach(job, 'uncertain');
    expect(stage.server.requestsOf(submitCutout)).toHaveLength(1);
  });

  test('refuses the photograph is not asked again', async ({ stage }) => {
    stage.server.script(submitCutout, refusal('ERROR_NO_FACE_IN_FILE', 422));
    const job = await stage.add(cutout);
    stage.start();
    const failed = await stage.reach(job, 'failed');
    expect(failed.error).toMatchObject({ kind: 'input', code: 'ERROR_NO_FACE_IN_FILE', advice: 'replace-file' });
    expect(stage.server.requestsOf(submitCutout)).toHaveLength(1);
  });

  test('has no credits left stops its profile; nothing is lost, and it goes on when told', async ({ stage }) => {
    stage.server.script(submitCutout, refusal('ERROR_NOT_ENOUGH_CREDITS', 429), resultAt(stage, '/results/a.png'));
    stage.server.script('GET /results/a.png', await png());
    const jobs = [await stage.add(cutout), await stage.add(cutout), await stage.add(cutout)];
    stage.store.profiles.save({ ...stage.store.profiles.get('remote')!, maxConcurrency: 1 });
    stage.start();
    const drained = await Promise.race([stage.queue.drained(), stage.clock.until(() => false).catch(() => null)]);
    expect(drained).toMatchObject({ finished: false });
    expect(stage.queue.status('remote')).toMatchObject({ condition: 'stopped' });
    expect(stage.queue.status('remote')?.message).toMatch(/credits/);
    expect(jobs.map(({ id }) => stage.job(id)).map(({ state, attempts }) => [state, attempts])).toEqual([
      ['queued', 0],
      ['queued', 0],
      ['queued', 0],
    ]);
    expect(stage.server.requestsOf(submitCutout)).toHaveLength(1);
    stage.queue.resume('remote');
    for (const job of jobs) await stage.reach(job, 'done');
  });

  test('does not know the key stops its profile', async ({ stage }) => {
    stage.server.script(submitCutout, { status: 401, json: {} });
    const job = await stage.add(cutout);
    stage.start();
    await stage.clock.until(() => stage.queue.status('remote')?.condition === 'stopped');
    await stage.clock.until(() => stage.job(job.id).state === 'queued');
    expect(stage.job(job.id)).toMatchObject({ attempts: 0 });
  });

  test('cannot be reached costs no attempt', async ({ stage }) => {
    const { store } = stage;
    store.profiles.save({ ...store.profiles.get('remote')!, baseUrl: 'http://127.0.0.1:9' });
    const job = await stage.add(cutout);
    stage.start();
    await stage.clock.until(() => stage.queue.status('remote')?.condition === 'slowed');
    expect(stage.queue.status('remote')?.message).toMatch(/^The service cannot be reached; next try in/);
    await stage.clock.until(() => stage.job(job.id).state === 'queued');
    expect(stage.job(job.id)).toMatchObject({ attempts: 0, error: { kind: 'network' } });
    await stage.answers('portrait-background-removal');
    store.profiles.save({ ...store.profiles.get('remote')!, baseUrl: stage.server.baseUrl });
    await stage.reach(job, 'done');
  });
});

describe('a result that', () => {
  const direct = async (stage: QueueStage, ...downloads: Step[]) => {
    stage.server.script(submitCutout, resultAt(stage, '/results/a.png'));
    stage.server.script('GET /results/a.png', ...downloads);
    const job = await stage.add(cutout);
    stage.start();
    return job;
  };
  const submissions = (stage: QueueStage) => stage.server.requestsOf(submitCutout).length;

  test('breaks off on its way is fetched again, not made again', async ({ stage }) => {
    const whole = await png();
    const job = await direct(
      stage,
      { ...whole, breakAfterBytes: 500 },
      { ...whole, breakAfterBytes: 500, breakWith: 'close' },
      whole,
    );
    await stage.reach(job, 'done');
    expect([submissions(stage), stage.server.requestsOf('GET /results/a.png').length]).toEqual([1, 3]);
  });

  test('is whole by its length and still damaged is fetched again', async ({ stage }) => {
    const whole = await png();
    const half = (whole.bytes as Buffer).subarray(0, 2000);
    const job = await direct(stage, { bytes: half, type: 'image/png' }, whole);
    await stage.reach(job, 'done');
    expect(submissions(stage)).toBe(1);
    expect(stage.texts(job.id).join()).toContain('arrived damaged');
  });

  test('is a page of words is fetched again, then given up; a retry goes on from there', async ({ stage }) => {
    const job = await direct(stage, { bytes: '<html>busy</html>', type: 'text/html' });
    await stage.reach(job, 'failed');
    expect(stage.server.requestsOf('GET /results/a.png')).toHaveLength(5);
    stage.server.script('GET /results/a.png', await png());
    stage.store.actions.retry([job.id]);
    expect(stage.job(job.id).state).toBe('fetching');
    await stage.reach({ id: job.id }, 'done');
    expect(submissions(stage)).toBe(1);
  });

  test('has expired fails with that reason; a retry submits anew', async ({ stage }) => {
    const job = await direct(stage, { status: 404, json: {} }, await png());
    const failed = await stage.reach(job, 'failed');
    expect(failed.error).toMatchObject({ kind: 'expired', advice: 'retry' });
    stage.store.actions.retry([job.id]);
    expect(stage.job(job.id).state).toBe('queued');
    await stage.reach({ id: job.id }, 'done');
    expect(submissions(stage)).toBe(2);
  });

  test('the built-in engine has lost is made again by itself', async ({ stage }) => {
    stage.server.script(submitCutout, resultAt(stage, '/results/a.png'));
    stage.server.script('GET /results/a.png', { status: 404, json: {} }, await png());
    const job = await stage.add(cutout, { profileId: builtInProfileId });
    stage.start();
    await stage.reach(job, 'done');
    expect(submissions(stage)).toBe(2);
  });

  test('has nothing to do with the photograph is of no use: a retry submits anew', async ({ stage }) => {
    const job = await direct(stage, { bytes: await cutoutPng(30, 90), type: 'image/png' });
    const failed = await stage.reach(job, 'failed');
    expect(failed.error).toMatchObject({ kind: 'service', advice: 'retry' });
    stage.store.actions.retry([job.id]);
    expect(stage.job(job.id).state).toBe('queued');
  });

  test('never leaves its address in what the user or the log sees', async ({ stage }) => {
    const job = await direct(stage, { status: 404, json: {} });
    await stage.reach(job, 'failed');
    const seen = JSON.stringify([stage.store.views.summaries(), stage.texts(job.id), stage.faults]);
    expect(seen).not.toContain('/results/');
    expect(seen).not.toContain('key-');
  });
});

describe('a task', () => {
  const task = async (stage: QueueStage, ...queries: Step[]) => {
    stage.server.script(submitSkin, { json: { ...success, task_id: 'task-7' } });
    stage.server.script(taskQuery, ...queries);
    stage.server.script('GET /results/a.png', await png());
    const job = await stage.add(skin);
    stage.start();
    return job;
  };
  const pending: Step = { json: { ...success, task_status: 1 } };
  const finished = (stage: QueueStage): Step => ({
    json: { ...success, task_status: 2, data: { result_urls: [`${stage.server.baseUrl}/results/a.png`] } },
  });

  test('is asked for every 5 s, and costs no attempt', async ({ stage }) => {
    const times: number[] = [];
    const queries = [pending, pending, pending, finished(stage)].map((step) => timed(stage, times, step));
    const job = await task(stage, ...queries);
    await stage.reach(job, 'done');
    const pauses = times.slice(1).map((time, index) => time - times[index]!);
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(5000);
    expect(stage.job(job.id).attempts).toBe(1);
    expect(stage.server.requestsOf(taskQuery)[0]?.query.get('task_id')).toBe('task-7');
    expect(stage.server.requestsOf(submitSkin)).toHaveLength(1);
  });

  test('is asked for through failures of the query, too', async ({ stage }) => {
    const job = await task(stage, refusal('SERVICE_INTERNAL_ERROR', 500), { resetBeforeAnswer: true }, finished(stage));
    await stage.reach(job, 'done');
    expect(stage.server.requestsOf(submitSkin)).toHaveLength(1);
  });

  test('that never ends is given up after 24 hours', async ({ stage }) => {
    const times: number[] = [];
    const job = await task(stage, timed(stage, times, pending));
    await stage.reach(job, 'waiting');
    const began = stage.clock.now();
    // Most of the day in one leap, as if the computer had slept.
    stage.clock.setWall(23 * 3600_000);
    await stage.clock.until(() => times.length > 2);
    expect(stage.job(job.id).state).toBe('waiting');
    stage.clock.setWall(3600_000);
    const failed = await stage.reach(job, 'failed');
    expect(stage.clock.now() - began).toBeGreaterThanOrEqual(24 * 3600_000);
    expect(failed.error).toMatchObject({ kind: 'expired', advice: 'retry' });
    expect(failed.error?.message).toContain('expired at the service');
    stage.store.actions.retry([job.id]);
    expect(stage.job(job.id).state).toBe('queued');
  });

  test('whose clock leapt ahead still brings its result home', async ({ stage }) => {
    const job = await task(stage, finished(stage));
    await stage.reach(job, 'waiting');
    stage.clock.setWall(30 * 3600_000);
    await stage.reach(job, 'done');
  });

  test('that failed at the service fails with its reason; a retry submits anew', async ({ stage }) => {
    const job = await task(stage, refusal('ERROR_NO_FACE_IN_FILE', 422));
    const failed = await stage.reach(job, 'failed');
    expect(failed.error).toMatchObject({ kind: 'input' });
    stage.store.actions.retry([job.id]);
    expect(stage.job(job.id).state).toBe('queued');
  });

  test('is still asked for when the profile has run out of credits', async ({ stage }) => {
    const job = await task(stage, pending, finished(stage));
    await stage.reach(job, 'waiting');
    stage.server.script(submitSkin, refusal('ERROR_NOT_ENOUGH_CREDITS', 429));
    const other = await stage.add(skin);
    await stage.reach(job, 'done');
    expect(stage.queue.status('remote')?.condition).toBe('stopped');
    expect(stage.job(other.id)).toMatchObject({ state: 'queued', attempts: 0 });
  });

  test('cancelled while at the service is not asked for any more, and brought home by a retry', async ({ stage }) => {
    const job = await task(stage, pending);
    await stage.reach(job, 'waiting');
    await stage.clock.until(() => stage.server.requestsOf(taskQuery).length > 0);
    stage.store.actions.cancel([job.id]);
    const asked = stage.server.requestsOf(taskQuery).length;
    const later = stage.clock.now() + 60_000;
    await stage.clock.until(() => stage.clock.now() > later);
    expect(stage.server.requestsOf(taskQuery).length).toBeLessThanOrEqual(asked + 1);
    stage.server.script(taskQuery, finished(stage));
    stage.store.actions.retry([job.id]);
    await stage.reach({ id: job.id }, 'done');
    expect(stage.server.requestsOf(submitSkin)).toHaveLength(1);
  });
});

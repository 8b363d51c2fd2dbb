/** Clock changes and sleep, for the whole queue: real requests, a manual clock. */
import { describe, expect } from 'vitest';
import { post, type QueueStage, recipeOf, success, taskQuery, test } from '../../../helpers/queue/queue-stage.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';
import { accepted, pending, png, refusal, resultAt, taskResult } from '../../../helpers/service/service-answers.ts';

const minute = 60_000;
const hour = 60 * minute;
/** Maximum interval between two clock checks of the queue, in ms. */
const checkEvery = 2_000;
/** Maximum number of clock steps in waits of minutes. */
const longWait = 5_000;
const left = (stage: QueueStage, { id }: { id: number }) => stage.job(id).runAfter - stage.clock.now();
const cut = 'portrait-background-removal';
const cutout = recipeOf(cut);
const countQueries = ({ server }: QueueStage) => server.requestsOf(taskQuery).length;

/** Adds a photograph whose upload fails once and backs off. */
async function putOff(stage: QueueStage) {
  stage.server.script(post(cut), refusal('SERVICE_INTERNAL_ERROR', 500), resultAt(stage, '/results/a.png'));
  stage.server.script('GET /results/a.png', await png());
  const job = await stage.add(cutout);
  stage.start();
  await stage.clock.until(() => stage.job(job.id).runAfter > 0, 'a retry');
  return job;
}

/** Adds a photograph and waits until it is at the service. */
async function atService(stage: QueueStage) {
  stage.server.script(post('smart-skin-advanced'), accepted('task-1'));
  stage.server.script(taskQuery, pending);
  return stage.run(recipeOf('smart-skin-advanced'), { until: 'waiting' });
}

describe('a clock set back by 90 minutes', () => {
  test('does not delay a retry', async ({ stage }) => {
    const job = await putOff(stage);
    stage.clock.setWall(-90 * minute);
    stage.clock.advance(checkEvery);
    expect(left(stage, job)).toBeLessThanOrEqual(1000);
    await stage.reach(job, 'done');
  });

  test('does not delay it after the next start either', { tags: ['long'] }, async ({ stage }) => {
    const job = await putOff(stage);
    await stage.queue.stop();
    stage.clock.setWall(-90 * minute);
    stage.restart();
    stage.start();
    expect(left(stage, job)).toBeLessThanOrEqual(1000);
    await stage.reach(job, 'done');
  });

  test('does not extend a pause requested by the service', { tags: ['long'] }, async ({ stage }) => {
    stage.server.script(post(cut), refusal('EXCEEDING_LIMITS', 429, { 'retry-after': '40' }), resultAt(stage, '/a'));
    stage.server.script('GET /a', await png());
    const job = await stage.add(cutout);
    stage.start();
    await stage.clock.until(() => stage.queue.status('remote')?.condition === 'slowed');
    stage.clock.setWall(-90 * minute);
    expect(messageText(stage.queue.status('remote')?.message)).toMatch(/next try in \d+ s\.$/);
    stage.clock.advance(40_000);
    await stage.reach(job, 'done');
  });
});

test('a clock set forward by 30 hours does not expire tasks in progress at the service', async ({ stage }) => {
  const job = await atService(stage);
  stage.clock.setWall(30 * hour);
  await stage.clock.until(() => stage.clock.monotonic() > 5 * minute && countQueries(stage) > 3, 'questions', longWait);
  expect(stage.job(job.id).state).toBe('waiting');
  stage.server.script(taskQuery, taskResult(stage, '/r'));
  stage.server.script('GET /r', await png());
  await stage.reach(job, 'done');
});

test('after a start with a clock 30 hours ahead, there is time to correct it', {
  tags: ['long'],
}, async ({ stage }) => {
  const job = await atService(stage);
  await stage.queue.stop();
  stage.clock.setWall(30 * hour);
  stage.restart();
  stage.start();
  const before = countQueries(stage);
  await stage.clock.until(() => countQueries(stage) > before + 2, 'some questions');
  expect(stage.job(job.id).state).toBe('waiting');
});

describe('24 hours of sleep', () => {
  test('end pauses caused by the lost network alone', { tags: ['long'] }, async ({ stage }) => {
    const submit = post('face-analyzer-advanced');
    stage.server.script(submit, { resetAfterUploadBytes: 100 });
    // Larger than the buffers of any operating system, or the upload would count as sent.
    const size = { width: 2400, height: 2400 };
    const job = await stage.add(recipeOf('face-analyzer-advanced'), { size, format: 'png' });
    stage.start();
    await stage.clock.until(() => stage.server.requestsOf(submit).length >= 5, 'a long pause');
    await stage.clock.until(() => /next try in/.test(messageText(stage.queue.status('remote')?.message)), 'a pause');
    stage.clock.sleep(24 * hour);
    stage.clock.advance(checkEvery);
    expect(messageText(stage.queue.status('remote')?.message)).not.toContain('next try in');
    stage.server.script(submit, { json: { ...success, data: { face_count: 1 } } });
    await stage.reach(job, 'done');
  });

  test('leave pauses requested by a service unchanged', { tags: ['long'] }, async ({ stage }) => {
    stage.server.script(post(cut), refusal('EXCEEDING_LIMITS', 429, { 'retry-after': '3000' }));
    await stage.add(cutout);
    stage.start();
    await stage.clock.until(() => stage.queue.status('remote')?.condition === 'slowed');
    stage.queue.wake();
    expect(stage.queue.status('remote')).toMatchObject({ condition: 'slowed' });
  });

  test('query tasks at the service at once, whatever their interval before', async ({ stage }) => {
    await atService(stage);
    await stage.clock.until(() => stage.clock.monotonic() > 10 * minute, 'rare questions', longWait);
    const queriesBefore = countQueries(stage);
    stage.clock.sleep(2 * hour);
    const woken = stage.clock.monotonic();
    await stage.clock.until(() => countQueries(stage) > queriesBefore, 'a question');
    // A query in progress completes first, and the next one follows after the interval.
    expect(stage.clock.monotonic() - woken).toBeLessThanOrEqual(minute);
  });
});

test('nothing starts while the computer is going to sleep or asleep', async ({ stage }) => {
  await stage.answers(cut);
  stage.start();
  stage.queue.suspend();
  const job = await stage.add(cutout);
  await stage.clock.until(() => stage.clock.monotonic() > 20_000, '20 s');
  expect(stage.server.requestsOf(post(cut))).toHaveLength(0);
  stage.queue.wake();
  await stage.reach(job, 'done');
});

test('after a sleep event without sleep, work resumes within a minute', { tags: ['long'] }, async ({ stage }) => {
  await stage.answers(cut);
  stage.start();
  stage.queue.suspend();
  await stage.reach(await stage.add(cutout), 'done');
  expect(stage.clock.monotonic()).toBeGreaterThan(minute);
});

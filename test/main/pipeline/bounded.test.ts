/** How often a service in trouble is asked: real requests to a scripted server, counted over time told by hand. */

import { describe, expect } from 'vitest';
import { operations } from '../../../preload/contract/operations/table.ts';
import type { Recipe } from '../../../preload/contract/recipe.ts';
import { type QueueStage, recipeOf, success, taskQuery, test } from '../../helpers/queue-stage.ts';
import { said } from '../../helpers/said.ts';
import type { Step } from '../../helpers/scripted-server.ts';
import { png, refusal, resultAt } from '../../helpers/service-answers.ts';

const cutout = recipeOf('portrait-background-removal');
const skin = recipeOf('smart-skin-advanced');
const submitCutout = `POST ${operations['portrait-background-removal'].path}`;
const submitSkin = `POST ${operations['smart-skin-advanced'].path}`;
const result = 'GET /results/a.png';
const credits = 'GET /api/common/query-credits';

const slowDown = refusal('EXCEEDING_LIMITS', 429, { 'retry-after': '0' });
const page: Step = { bytes: '<html>Log in</html>', type: 'text/html' };

const minutes = 60_000;
/** Uploads at a time to begin with, and jobs of a test. */
const seats = 3;
const jobs = 24;
/** More than are sent at a time; for tests in which all of them come home. */
const few = 8;
/** Pauses that end within three minutes: they last 2, 4, 8 … s. */
const pauses = 7;

/** Lets time pass in steps, each with real time for the requests it begins; returns how many of `route` there were in each. */
async function pass(stage: QueueStage, ms: number, route: string, stepMs = 500): Promise<number[]> {
  const counts: number[] = [];
  let before = stage.server.requestsOf(route).length;
  for (let passed = 0; passed < ms; passed += stepMs) {
    stage.clock.advance(stepMs);
    await new Promise((resume) => setTimeout(resume, 3));
    const now = stage.server.requestsOf(route).length;
    counts.push(now - before);
    before = now;
  }
  return counts;
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
const stateOf = (stage: QueueStage) => stage.store.views.summaries().map(({ state }) => state);
const failures = (stage: QueueStage) => stage.store.views.summaries().map(({ id }) => stage.job(id).failures);

async function begin(stage: QueueStage, recipe: Recipe, count = jobs): Promise<void> {
  for (let n = 0; n < count; n += 1) await stage.add(recipe);
  stage.start();
}

/** A service that takes photographs and works on them for ever. */
function takesTasks(stage: QueueStage): void {
  let made = 0;
  stage.server.script(submitSkin, { json: () => ({ ...success, task_id: `task-${++made}` }) });
}

describe('in three minutes of trouble, a service gets no more than what was under way and one request a pause:', () => {
  test('uploads it answers with 429 and Retry-After: 0', async ({ stage }) => {
    stage.server.script(submitCutout, slowDown);
    await begin(stage, cutout);
    expect(sum(await pass(stage, 3 * minutes, submitCutout))).toBeLessThanOrEqual(seats + pauses);
    const sentence = /^The service asked us to slow down; next try in \d+ s\.$/;
    await stage.clock.until(() => sentence.test(said(stage.queue.status('remote')?.message)), 'the sentence');
    expect(new Set(failures(stage).map((each) => JSON.stringify(each)))).toEqual(new Set(['{}']));
    // “Try now”: one request, and the pauses begin anew.
    const before = stage.server.requestsOf(submitCutout).length;
    stage.queue.resume('remote');
    await stage.clock.until(() => stage.server.requestsOf(submitCutout).length > before, 'the request');
    const isPaused = () => /next try in [12] s/.test(said(stage.queue.status('remote')?.message));
    await stage.clock.until(isPaused, 'the next pause');
    expect(stage.server.requestsOf(submitCutout)).toHaveLength(before + 1);
  });

  test.for<[string, Step[]]>([
    ['429 and Retry-After: 0', [slowDown]],
    ['resets of connections kept alive', [{ json: { ...success, task_status: 1 } }, { resetBeforeAnswer: true }]],
    ['web pages', [page]],
    ['500', [{ status: 500 }]],
  ])('queries it answers with %s', async ([_name, steps], { stage }) => {
    takesTasks(stage);
    stage.server.script(taskQuery, ...steps);
    await begin(stage, skin);
    const counts = await pass(stage, 3 * minutes, taskQuery);
    // A reset connection that was kept alive is tried once more at once.
    expect(sum(counts)).toBeLessThanOrEqual(jobs + 2 * pauses);
    expect(sum(counts.slice(-120))).toBeLessThanOrEqual(4);
    expect(new Set(stateOf(stage))).not.toContain('failed');
  });

  test.for<[string, Step]>([
    ['429 and Retry-After: 0', slowDown],
    ['503 and a date long past', { status: 503, headers: { 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' } }],
    ['resets of connections kept alive', { resetBeforeAnswer: true }],
    ['half the file', { bytes: 'x'.repeat(2000), breakAfterBytes: 1000 }],
    ['web pages', page],
    ['500', { status: 500 }],
  ])('downloads it answers with %s', async ([_name, step], { stage }) => {
    stage.server.script(submitCutout, resultAt(stage, '/results/a.png'));
    stage.server.script(result, step);
    await begin(stage, cutout);
    const counts = await pass(stage, 3 * minutes, result);
    expect(sum(counts)).toBeLessThanOrEqual(jobs + 2 * pauses);
    expect(sum(counts.slice(-120))).toBeLessThanOrEqual(4);
    expect(new Set(stateOf(stage))).not.toContain('failed');
  });
});

test('a busy hour costs no attempt and fails nobody', async ({ stage }) => {
  stage.server.script(submitCutout, refusal('AI_SERVICE_FLOW_RESTRICTION', 503, { 'retry-after': '-5' }));
  await begin(stage, cutout, few);
  const counts = await pass(stage, 60 * minutes, submitCutout, 5000);
  // From the eighth pause on they last five minutes.
  expect(sum(counts)).toBeLessThanOrEqual(seats + 8 + 60 / 5);
  stage.server.script(submitCutout, resultAt(stage, '/results/a.png'));
  stage.server.script(result, await png());
  await stage.clock.until(() => stateOf(stage).every((state) => state === 'done'), 'all jobs being done');
  expect(new Set(failures(stage).map((each) => JSON.stringify(each)))).toEqual(new Set(['{}']));
});

describe('when uploads are answered by something between here and the service', () => {
  const everythingElse = 'GET /api/*';

  test('there is a decision for what was under way, and none for the rest', async ({ stage }) => {
    stage.server.script(submitCutout, page);
    stage.server.script(everythingElse, page);
    await begin(stage, cutout, few);
    expect(sum(await pass(stage, 3 * minutes, submitCutout))).toBeLessThanOrEqual(seats);
    const asked = () => stage.server.requestsOf(credits).length;
    expect(asked()).toBeLessThanOrEqual(pauses);
    await stage.clock.until(() => asked() > 1, 'the free question being asked again');
    const undecided = stateOf(stage).filter((state) => state === 'uncertain').length;
    expect(undecided).toBeGreaterThan(0);
    expect(undecided).toBeLessThanOrEqual(seats);
    const sentence = /^The service’s answer cannot be read; next try in \d+ (s|min)\.$/;
    await stage.clock.until(() => sentence.test(said(stage.queue.status('remote')?.message)), 'the sentence');

    // Answered as by an image service: the rest goes on by itself, and nothing is sent twice.
    stage.server.script(everythingElse, { json: { ...success, data: { balance: 9 } } });
    stage.server.script(submitCutout, resultAt(stage, '/results/a.png'));
    stage.server.script(result, await png());
    await stage.clock.until(
      () => stateOf(stage).every((state) => state === 'done' || state === 'uncertain'),
      'the rest being done',
    );
    expect(stateOf(stage).filter((state) => state === 'uncertain')).toHaveLength(undecided);
    expect(stage.server.requestsOf(submitCutout)).toHaveLength(few);
  });

  test('what is at the service already comes home meanwhile', async ({ stage }) => {
    takesTasks(stage);
    stage.server.script(taskQuery, { json: { ...success, task_status: 1 } });
    const task = await stage.add(skin);
    stage.start();
    await stage.reach(task, 'waiting');
    stage.server.script(submitCutout, page);
    for (let n = 0; n < jobs; n += 1) await stage.add(cutout);
    // The free question is answered here: one upload goes with each pause, and no more.
    expect(sum(await pass(stage, 3 * minutes, submitCutout))).toBeLessThanOrEqual(seats + pauses);
    stage.server.script(taskQuery, {
      json: { ...success, task_status: 2, data: { result_urls: [`${stage.server.baseUrl}/results/a.png`] } },
    });
    stage.server.script(result, await png());
    await stage.reach(task, 'done');
    await stage.clock.until(() => stage.queue.status('remote')?.condition === 'slowed', 'uploads being held back');
  });
});

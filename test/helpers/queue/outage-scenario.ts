/** Counts the requests to a service during an outage, within a few minutes. */
import { expect } from 'vitest';
import { operations } from '../../../contract/operations/table.ts';
import type { Recipe } from '../../../contract/recipes/recipe.ts';
import type { Step } from '../service/scripted-server.ts';
import { refusal, resultAt } from '../service/service-answers.ts';
import { type QueueStage, recipeOf, success, taskQuery } from './queue-stage.ts';

export const cutout = recipeOf('portrait-background-removal');
const skin = recipeOf('smart-skin-advanced');
export const submitCutout = `POST ${operations['portrait-background-removal'].path}`;
const submitSkin = `POST ${operations['smart-skin-advanced'].path}`;
export const result = 'GET /results/a.png';
export const credits = 'GET /api/common/query-credits';

export const slowDown = refusal('EXCEEDING_LIMITS', 429, { 'retry-after': '0' });
export const page: Step = { bytes: '<html>Log in</html>', type: 'text/html' };

export const minutes = 60_000;
/** Initial number of simultaneous uploads, and jobs of a test. */
export const seats = 3;
export const jobs = 24;
/** More jobs than run at a time, for tests that finish all of them. */
export const few = 8;
/** Number of pauses that end within three minutes: they last 2, 4, 8 … s. */
export const pauses = 7;

/**
 * Advances time in steps, each with real time for its requests; returns the number of requests to `route` in each
 * step.
 */
export async function pass(stage: QueueStage, ms: number, route: string, stepMs = 500): Promise<number[]> {
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

export const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
export const stateOf = (stage: QueueStage) => stage.store.views.summaries().map(({ state }) => state);
export const failures = (stage: QueueStage) => stage.store.views.summaries().map(({ id }) => stage.job(id).failures);

export async function startJobs(stage: QueueStage, recipe: Recipe, count = jobs): Promise<void> {
  for (let n = 0; n < count; n += 1) await stage.add(recipe);
  stage.start();
}

/** A service that accepts photographs and never finishes. */
function takesTasks(stage: QueueStage): void {
  let made = 0;
  stage.server.script(submitSkin, { json: () => ({ ...success, task_id: `task-${++made}` }) });
}

/** Expects, within three minutes, one query per task with these responses, and then one per pause. */
export async function expectFewQueries(stage: QueueStage, steps: readonly Step[]): Promise<void> {
  takesTasks(stage);
  stage.server.script(taskQuery, ...steps);
  await startJobs(stage, skin);
  const counts = await pass(stage, 3 * minutes, taskQuery);
  // A reset keep-alive connection is retried once immediately.
  expect(sum(counts)).toBeLessThanOrEqual(jobs + 2 * pauses);
  expect(sum(counts.slice(-120))).toBeLessThanOrEqual(4);
  expect(new Set(stateOf(stage))).not.toContain('failed');
}

/** Expects, within three minutes, one download per result with this response, and then one per pause. */
export async function expectFewDownloads(stage: QueueStage, step: Step): Promise<void> {
  stage.server.script(submitCutout, resultAt(stage, '/results/a.png'));
  stage.server.script(result, step);
  await startJobs(stage, cutout);
  const counts = await pass(stage, 3 * minutes, result);
  expect(sum(counts)).toBeLessThanOrEqual(jobs + 2 * pauses);
  expect(sum(counts.slice(-120))).toBeLessThanOrEqual(4);
  expect(new Set(stateOf(stage))).not.toContain('failed');
}

/** The request rate to a failing service: the slower cases. */
import { describe, expect } from 'vitest';
import {
  cutout,
  expectFewDownloads,
  expectFewQueries,
  failures,
  few,
  minutes,
  page,
  pass,
  result,
  seats,
  startJobs,
  stateOf,
  submitCutout,
  sum,
} from '../../helpers/queue/outage-scenario.ts';
import { test } from '../../helpers/queue/queue-stage.ts';
import type { Step } from '../../helpers/service/scripted-server.ts';
import { pending, png, refusal, resultAt } from '../../helpers/service/service-answers.ts';

describe('in three minutes of failures, a service gets only requests in progress and one request per pause:', () => {
  test.for<[string, Step[]]>([
    ['resets of connections kept alive', [pending, { resetBeforeAnswer: true }]],
    ['web pages', [page]],
    ['500', [{ status: 500 }]],
  ])('queries answered with %s', ([_name, steps], { stage }) => expectFewQueries(stage, steps));

  test.for<[string, Step]>([
    ['503 and a date long past', { status: 503, headers: { 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' } }],
    ['resets of connections kept alive', { resetBeforeAnswer: true }],
    ['web pages', page],
    ['500', { status: 500 }],
  ])('downloads answered with %s', ([_name, step], { stage }) => expectFewDownloads(stage, step));
});

test('a busy hour uses up no attempt and fails no job', async ({ stage }) => {
  stage.server.script(submitCutout, refusal('AI_SERVICE_FLOW_RESTRICTION', 503, { 'retry-after': '-5' }));
  await startJobs(stage, cutout, few);
  const counts = await pass(stage, 60 * minutes, submitCutout, 5000);
  // Pauses last five minutes from the eighth on.
  expect(sum(counts)).toBeLessThanOrEqual(seats + 8 + 60 / 5);
  stage.server.script(submitCutout, resultAt(stage, '/results/a.png'));
  stage.server.script(result, await png());
  await stage.clock.until(() => stateOf(stage).every((state) => state === 'done'), 'all jobs being done');
  expect(new Set(failures(stage).map((each) => JSON.stringify(each)))).toEqual(new Set(['{}']));
});

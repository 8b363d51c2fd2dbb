/** The request rate to a failing service: real requests to a scripted server, a manual clock. */
import { describe, expect } from 'vitest';
import {
  credits,
  cutout,
  expectFewDownloads,
  expectFewQueries,
  failures,
  few,
  minutes,
  page,
  pass,
  pauses,
  result,
  seats,
  slowDown,
  startJobs,
  stateOf,
  submitCutout,
  sum,
} from '../../helpers/queue/outage-scenario.ts';
import { success, test } from '../../helpers/queue/queue-stage.ts';
import { messageText } from '../../helpers/run/message-matchers.ts';
import { png, resultAt } from '../../helpers/service/service-answers.ts';

describe('in three minutes of failures, a service gets only requests in progress and one request per pause:', () => {
  test('uploads answered with 429 and Retry-After: 0', async ({ stage }) => {
    stage.server.script(submitCutout, slowDown);
    await startJobs(stage, cutout);
    expect(sum(await pass(stage, 3 * minutes, submitCutout))).toBeLessThanOrEqual(seats + pauses);
    const sentence = /^The service asked us to slow down; next try in \d+ s\.$/;
    await stage.clock.until(() => sentence.test(messageText(stage.queue.status('remote')?.message)), 'the sentence');
    expect(new Set(failures(stage).map((each) => JSON.stringify(each)))).toEqual(new Set(['{}']));
    // “Try now” sends one request, and the backoff starts over.
    const before = stage.server.requestsOf(submitCutout).length;
    stage.queue.resume('remote');
    await stage.clock.until(() => stage.server.requestsOf(submitCutout).length > before, 'the request');
    const isPaused = () => /next try in [12] s/.test(messageText(stage.queue.status('remote')?.message));
    await stage.clock.until(isPaused, 'the next pause');
    expect(stage.server.requestsOf(submitCutout)).toHaveLength(before + 1);
  });

  test('queries answered with 429 and Retry-After: 0', { tags: ['long'] }, ({ stage }) =>
    expectFewQueries(stage, [slowDown]),
  );

  test('downloads answered with 429 and Retry-After: 0', { tags: ['long'] }, ({ stage }) =>
    expectFewDownloads(stage, slowDown),
  );

  test('downloads answered with half the file', { tags: ['long'] }, ({ stage }) =>
    expectFewDownloads(stage, { bytes: 'x'.repeat(2000), breakAfterBytes: 1000 }),
  );
});

describe('when an intermediary answers uploads', () => {
  const everythingElse = 'GET /api/*';

  test('uploads in progress need a decision, and the rest do not', async ({ stage }) => {
    stage.server.script(submitCutout, page);
    stage.server.script(everythingElse, page);
    await startJobs(stage, cutout, few);
    expect(sum(await pass(stage, 3 * minutes, submitCutout))).toBeLessThanOrEqual(seats);
    const countCreditQueries = () => stage.server.requestsOf(credits).length;
    expect(countCreditQueries()).toBeLessThanOrEqual(pauses);
    await stage.clock.until(() => countCreditQueries() > 1, 'the free question being asked again');
    const undecided = stateOf(stage).filter((state) => state === 'uncertain').length;
    expect(undecided).toBeGreaterThan(0);
    expect(undecided).toBeLessThanOrEqual(seats);
    const sentence = /^The service’s response cannot be read; next try in \d+ (s|min)\.$/;
    await stage.clock.until(() => sentence.test(messageText(stage.queue.status('remote')?.message)), 'the sentence');

    // Once it responds like an image service, the rest resumes automatically, and nothing is sent twice.
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
});

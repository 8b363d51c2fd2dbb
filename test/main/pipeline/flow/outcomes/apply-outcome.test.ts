import { describe, expect } from 'vitest';
import type { JobState } from '../../../../../contract/jobs/job.ts';
import { isSameMessage, msg } from '../../../../../contract/messages/message.ts';
import { applyOutcome, type OutcomeContext } from '../../../../../main/pipeline/flow/outcomes/apply-outcome.ts';
import { maxAttempts } from '../../../../../main/pipeline/flow/outcomes/backoff.ts';
import { jobError } from '../../../../../main/pipeline/stage-outcome.ts';
import { messageText } from '../../../../helpers/run/message-matchers.ts';
import { type StoreStage, test } from '../../../../helpers/store/store-stage.ts';

const error = jobError('network', 'BROKEN', msg('pipeline.fault'), 'retry');

const toolsFor = ({ store, clock }: StoreStage, canCharge = true): OutcomeContext => ({
  store,
  clock,
  random: () => 0.5,
  canCharge: () => canCharge,
});

/** Fails the job's stage `times` times in `state`, returning it there each time. */
function fail(stage: StoreStage, id: number, state: JobState, times: number): void {
  for (let time = 0; time < times; time += 1) {
    stage.clock.advance(3600_000);
    applyOutcome(stage.bring(id, state), { kind: 'retry', error }, toolsFor(stage));
  }
}

describe('applyOutcome', () => {
  test('counts the failures of each stage separately', ({ stage }) => {
    const [id] = stage.add('a');
    fail(stage, id!, 'preparing', maxAttempts - 1);
    fail(stage, id!, 'submitting', maxAttempts - 1);
    expect(stage.job(id!)).toMatchObject({
      state: 'queued',
      failures: { preparing: maxAttempts - 1, submitting: maxAttempts - 1 },
    });
    fail(stage, id!, 'submitting', 1);
    expect(stage.job(id!).state).toBe('failed');
    expect(messageText(stage.job(id!).error?.message)).toContain(`Tried ${maxAttempts} times.`);
  });

  test.for(['fetching', 'placing'] as const)(
    'never gives up a paid result (%s), with longer backoff each time',
    (state, { stage }) => {
      const [id] = stage.add('a');
      let job = stage.bring(id!, state);
      for (let time = 0; time < 30; time += 1) {
        applyOutcome(job, { kind: 'retry', error }, toolsFor(stage));
        expect(stage.job(id!).state).toBe(state);
        stage.store.moves.takeUp(id!, state);
        job = stage.job(id!);
      }
      applyOutcome(job, { kind: 'retry', error }, toolsFor(stage));
      const pause = stage.job(id!).runAfter - stage.clock.now();
      expect(pause).toBeGreaterThan(5 * 60_000);
      expect(pause).toBeLessThanOrEqual(10 * 60_000);
    },
  );

  test('throttling uses up no attempt', ({ stage }) => {
    const [id] = stage.add('a');
    for (let time = 0; time < 20; time += 1) {
      applyOutcome(stage.bring(id!, 'submitting'), { kind: 'wait', error, ms: 0 }, toolsFor(stage));
    }
    expect(stage.job(id!)).toMatchObject({ state: 'queued', attempts: 0, failures: {} });
  });

  test('if a download is blocked, the job waits and reports the reason once', ({ stage }) => {
    const [id] = stage.add('a');
    stage.bring(id!, 'fetching');
    for (let time = 0; time < 5; time += 1) {
      applyOutcome(stage.job(id!), { kind: 'stop', error }, toolsFor(stage));
      expect(stage.job(id!)).toMatchObject({ state: 'fetching', error });
      expect(stage.job(id!).runAfter).toBeGreaterThan(stage.clock.now());
      stage.store.moves.takeUp(id!, 'fetching');
    }
    const matchingEvents = stage.store.events.ofJob(id!).filter(({ text }) => isSameMessage(text, error.message));
    expect(matchingEvents).toHaveLength(1);
  });

  test('leaves uncertain charges to the user, and retries free uploads up to the maximum attempts', ({ stage }) => {
    const [paid, free] = stage.add('a', 'b');
    applyOutcome(stage.bring(paid!, 'submitting'), { kind: 'uncertain', error }, toolsFor(stage));
    expect(stage.job(paid!).state).toBe('uncertain');
    for (let time = 1; time < maxAttempts; time += 1) {
      applyOutcome(stage.bring(free!, 'submitting'), { kind: 'uncertain', error }, toolsFor(stage, false));
      expect(stage.job(free!).state).toBe('queued');
      stage.clock.advance(3600_000);
    }
    const lost = { ...error, message: msg('pipeline.answerLost') };
    applyOutcome(stage.bring(free!, 'submitting'), { kind: 'uncertain', error: lost }, toolsFor(stage, false));
    expect(stage.job(free!).state).toBe('failed');
    expect(messageText(stage.job(free!).error?.message)).toBe(
      `The photograph was sent, but the response was lost. Tried ${maxAttempts} times.`,
    );
  });

  test('makes a result again as often, however long it was awaited', ({ stage }) => {
    const [id] = stage.add('a');
    fail(stage, id!, 'submitting', 1);
    stage.clock.advance(3600_000);
    stage.bring(id!, 'fetching');
    for (let time = 0; time < 2 * maxAttempts; time += 1) {
      applyOutcome(stage.job(id!), { kind: 'retry', error }, toolsFor(stage, false));
      stage.store.moves.takeUp(id!, 'fetching');
    }
    applyOutcome(stage.job(id!), { kind: 'uncertain', error }, toolsFor(stage, false));
    expect(stage.job(id!)).toMatchObject({ state: 'queued', failures: { submitting: 2, fetching: 0 } });
  });

  test('takes another outcome if the commit finds a reason, and does not write the move', ({ stage }) => {
    const [id] = stage.add('a');
    const commit = () => ({ kind: 'uncertain', error }) as const;
    applyOutcome(stage.bring(id!, 'submitting'), { kind: 'next', to: 'waiting', commit }, toolsFor(stage));
    expect(stage.job(id!)).toMatchObject({ state: 'uncertain', error: { code: 'BROKEN' } });
  });
});

import { describe, expect } from 'vitest';
import { msg } from '../../../../contract/messages/message.ts';
import { applyOutcome, type OutcomeContext } from '../../../../main/pipeline/flow/outcomes/apply-outcome.ts';
import { jobError, type Outcome } from '../../../../main/pipeline/stage-outcome.ts';
import { addCopies, send } from '../../../helpers/store/sent-jobs.ts';
import { type StoreStage, test } from '../../../helpers/store/store-stage.ts';

const error = jobError('network', 'BROKEN', msg('pipeline.fault'), 'retry');
const toolsFor = ({ store, clock }: StoreStage): OutcomeContext => ({
  store,
  clock,
  random: () => 0.5,
  canCharge: () => true,
});

describe('an upload that the service has certainly not accepted', () => {
  const refused = { ...error, code: 'HTTP_400' };
  test.for<[string, Outcome]>([
    ['wait', { kind: 'wait', error }],
    ['stop', { kind: 'stop', error }],
    ['retry', { kind: 'retry', error }],
    ['back', { kind: 'back' }],
    ['fail', { kind: 'fail', error: refused }],
  ])('does not count as sent (%s)', ([, outcome], { stage }) => {
    const { store } = stage;
    const [leader, follower] = addCopies(stage, ['a', 'b']) as [number, number];
    applyOutcome(send(stage, leader), outcome, toolsFor(stage));
    expect(store.stepRuns.get(leader, 0)?.submittedAt).toBe(null);
    store.actions.retry([leader, follower]);
    store.actions.cancel([leader]);
    expect(stage.job(follower)).toMatchObject({ state: 'queued', follows: null });
  });

  test('whose name has been taken is skipped, and checked again with the next request', ({ stage }) => {
    const { store } = stage;
    const [leader, follower] = addCopies(stage, ['a', 'b']) as [number, number];
    applyOutcome(send(stage, leader), { kind: 'wait', error }, toolsFor(stage));
    store.moves.move(store.moves.claim(stage.job(leader).profileId)!, 'done');
    expect(stage.job(follower)).toMatchObject({ state: 'queued', follows: null });
    addCopies(stage, ['a']);
    expect(stage.job(leader)).toMatchObject({ state: 'queued', follows: follower });
  });

  test.for<[string, Outcome]>([
    ['uncertain', { kind: 'uncertain', error }],
    ['fail', { kind: 'fail', error: { ...error, code: 'RESULT_EMPTY' } }],
  ])('is not one that was answered, or possibly was (%s)', ([, outcome], { stage }) => {
    const [id] = addCopies(stage, ['a']) as [number];
    applyOutcome(send(stage, id), outcome, toolsFor(stage));
    expect(stage.store.stepRuns.get(id, 0)?.submittedAt).not.toBe(null);
  });
});

import { describe, expect } from 'vitest';
import { recipeOf } from '../../../../helpers/queue/queue-stage.ts';
import { addCopies, copies, dear, fail, giveUp, lose, send } from '../../../../helpers/store/sent-jobs.ts';
import { type StoreStage, test } from '../../../../helpers/store/store-stage.ts';

const drop = { title: 'dropped', origin: 'drop', folderId: null } as const;
const otherProfileId = 'another service';
const states = (stage: StoreStage, ...ids: number[]) => ids.map((id) => stage.job(id).state);
const run = ({ store }: StoreStage, names: readonly string[], profileId = dear) =>
  store.jobs.add(drop, copies(names, { profileId }));

describe('work that was given up is not sent again without a decision', () => {
  test('when a previously cancelled follower is requested', ({ stage }) => {
    const [leader, follower] = addCopies(stage, ['a', 'b']) as [number, number];
    stage.store.actions.cancel([follower]);
    giveUp(stage, leader);
    expect(run(stage, ['b']).resumed).toEqual([]);
    expect(states(stage, leader, follower)).toEqual(['cancelled', 'uncertain']);
    expect(stage.job(follower).error?.code).toBe('SAME_CONTENT_CANCELLED');
    expect(stage.store.moves.claim(dear)).toBe(null);
  });

  test('when a follower that failed with it is retried', ({ stage }) => {
    const { actions } = stage.store;
    const [leader, follower] = addCopies(stage, ['a', 'b']) as [number, number];
    fail(stage, leader);
    actions.retry([leader]);
    giveUp(stage, leader);
    expect(states(stage, leader, follower)).toEqual(['cancelled', 'failed']);
    actions.retry(stage.store.views.retryable());
    expect(states(stage, leader, follower)).toEqual(['cancelled', 'uncertain']);
    actions.decide([follower], 'send-again');
    expect(stage.store.moves.claim(dear)?.id).toBe(follower);
  });

  test('when it was at a later step, and a photograph with the same content is added', ({ stage }) => {
    const { store } = stage;
    const steps = recipeOf([{ operation: 'face-beauty-pro' }, { operation: 'portrait-background-removal' }]);
    const [first] = addCopies(stage, ['a'], {}, steps) as [number];
    const placing = store.moves.move(store.moves.move(send(stage, first), 'fetching'), 'placing');
    store.moves.move(placing, 'queued', { step: 1 });
    giveUp(stage, first);
    const [twin] = addCopies(stage, ['b'], {}, steps) as [number];
    expect(states(stage, first, twin)).toEqual(['cancelled', 'uncertain']);
  });

  test('when it is one of several retried jobs, unless it is the only one named', ({ stage }) => {
    const { actions } = stage.store;
    const [given] = addCopies(stage, ['a']) as [number];
    giveUp(stage, given);
    const [cancelled] = stage.add('plain') as [number];
    actions.cancel([cancelled]);
    expect(actions.retry([given, cancelled])).toEqual([cancelled]);
    expect(states(stage, given, cancelled)).toEqual(['cancelled', 'queued']);
    expect(actions.retry([given])).toEqual([given]);
    expect(states(stage, given)).toEqual(['queued']);
  });
});

/** Finishes a sent job with a result. */
function comeHome(stage: StoreStage, id: number): void {
  const { moves, results } = stage.store;
  const { batchId, step, operation, state, lease } = stage.job(id);
  let hold: Parameters<typeof moves.move>[0] = { id, state, lease };
  const data = { kind: 'analysis', raw: {}, body: null, width: 1, height: 1 } as const;
  results.add({ jobId: id, batchId, step, operation, ...data });
  for (const next of ['fetching', 'placing', 'done'] as const) hold = moves.move(hold, next);
}
/** Creates a leader that was cancelled while its task was at the service, and a follower. */
function cancelledAtService(stage: StoreStage): [number, number] {
  const [leader, follower] = addCopies(stage, ['a', 'b']) as [number, number];
  const { moves, stepRuns, actions } = stage.store;
  const sent = send(stage, leader);
  stepRuns.task(leader, 0, 'task');
  moves.move(sent, 'waiting');
  actions.cancel([leader]);
  expect(states(stage, leader, follower)).toEqual(['cancelled', 'uncertain']);
  return [leader, follower];
}

describe('what is paid is not paid again', () => {
  test('when a follower of a job cancelled at the service is sent again, which resumes that job', ({ stage }) => {
    const [leader, follower] = cancelledAtService(stage);
    stage.store.actions.decide([follower], 'send-again');
    expect(states(stage, leader, follower)).toEqual(['waiting', 'queued']);
    expect(stage.store.moves.claim(dear)).toBe(null);
    comeHome(stage, leader);
    expect(states(stage, follower)).toEqual(['placing']);
  });

  test('when the result of such a job arrives after all, which settles its followers', ({ stage }) => {
    const [leader, follower] = cancelledAtService(stage);
    expect(run(stage, ['a']).resumed).toEqual([leader]);
    comeHome(stage, leader);
    expect(states(stage, follower)).toEqual(['placing']);
    expect(stage.job(follower).error).toBe(null);
  });

  test('when a photograph was given up, and another one with its content is finished', ({ stage }) => {
    const [given, other] = addCopies(stage, ['a', 'b']) as [number, number];
    lose(stage, given);
    stage.store.actions.cancel([given]);
    expect(run(stage, ['a']).finished).toEqual([given]);
    stage.store.actions.decide([other], 'send-again');
    send(stage, other);
    comeHome(stage, other);
    expect(run(stage, ['a'])).toMatchObject({ resumed: [given], finished: [] });
    expect(states(stage, given)).toEqual(['placing']);
  });

  test('when one that was given up and redone is requested in another folder', ({ stage }) => {
    const { store } = stage;
    const [given] = addCopies(stage, ['a']) as [number];
    giveUp(stage, given);
    const [anew] = addCopies(stage, ['a'], { again: true }) as [number];
    send(stage, anew);
    comeHome(stage, anew);
    const { jobIds } = store.jobs.add(drop, copies(['a'], { outputFolder: '/elsewhere' }));
    expect(stage.job(jobIds[0]!)).toMatchObject({ state: 'placing', follows: anew, outputFolder: '/elsewhere' });
    expect(stage.job(given)).toMatchObject({ state: 'cancelled', outputFolder: copies(['a'])[0]?.outputFolder });
  });
});

describe('a job that is sent to another service', () => {
  test('leaves its leader, which is not retried for it', ({ stage }) => {
    const [leader, follower] = addCopies(stage, ['a', 'b']) as [number, number];
    fail(stage, leader);
    expect(run(stage, ['b'], otherProfileId).resumed).toEqual([follower]);
    expect(states(stage, leader, follower)).toEqual(['failed', 'queued']);
    expect(stage.job(follower)).toMatchObject({ profileId: otherProfileId, follows: null });
  });

  test('takes no second job along: both are sent once, to the new service', ({ stage }) => {
    const [leader, follower] = addCopies(stage, ['a', 'b']) as [number, number];
    fail(stage, leader);
    expect(run(stage, ['b', 'a'], otherProfileId)).toMatchObject({ jobIds: [], resumed: [follower, leader] });
    expect(stage.job(leader)).toMatchObject({ profileId: otherProfileId, follows: follower, state: 'queued' });
    expect(stage.store.moves.claim(dear)).toBe(null);
    expect(stage.store.moves.claim(otherProfileId)?.id).toBe(follower);
    expect(stage.store.moves.claim(otherProfileId)).toBe(null);
  });

  test('follows what is there with the same content', ({ stage }) => {
    const [there] = addCopies(stage, ['c'], { profileId: otherProfileId }) as [number];
    const [leader, follower] = addCopies(stage, ['a', 'b']) as [number, number];
    fail(stage, leader);
    run(stage, ['b'], otherProfileId);
    expect(stage.job(follower)).toMatchObject({ profileId: otherProfileId, follows: there, state: 'queued' });
  });

  test('leaves its followers: one of them leads the others', ({ stage }) => {
    const [leader, second, third] = addCopies(stage, ['a', 'b', 'c']) as [number, number, number];
    fail(stage, leader);
    run(stage, ['a'], otherProfileId);
    expect(stage.job(leader)).toMatchObject({ profileId: otherProfileId, follows: null, state: 'queued' });
    stage.store.actions.retry([third]);
    expect([second, third].map((id) => stage.job(id).follows)).toEqual([null, second]);
    expect(stage.store.moves.claim(dear)?.id).toBe(second);
  });

  test('was not sent there yet', ({ stage }) => {
    const { store } = stage;
    const [leader] = addCopies(stage, ['a']) as [number];
    const sent = send(stage, leader);
    store.stepRuns.spent(leader, 0);
    store.moves.move(sent, 'failed', { error: null });
    run(stage, ['a'], otherProfileId);
    const [follower] = addCopies(stage, ['b'], { profileId: otherProfileId }) as [number];
    store.actions.cancel([leader]);
    expect(states(stage, follower)).toEqual(['queued']);
  });

  test('joins one that was given up there only if the user approves', ({ stage }) => {
    const [there] = addCopies(stage, ['c'], { profileId: otherProfileId }) as [number];
    giveUp(stage, there);
    const [leader] = addCopies(stage, ['a']) as [number];
    fail(stage, leader);
    run(stage, ['a'], otherProfileId);
    expect(states(stage, there, leader)).toEqual(['cancelled', 'uncertain']);
  });
});

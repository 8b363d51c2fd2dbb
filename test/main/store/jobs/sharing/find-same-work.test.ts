import { describe, expect } from 'vitest';
import { recipeOf } from '../../../../helpers/queue/queue-stage.ts';
import { drop, group, states } from '../../../../helpers/store/same-content.ts';
import { addCopies, copies, dear, fail, giveUp, lose, send } from '../../../../helpers/store/sent-jobs.ts';
import { type StoreStage, test } from '../../../../helpers/store/store-stage.ts';

const other = { profileId: 'another service' };
const run = ({ store }: StoreStage, names: readonly string[], more = {}) => store.jobs.add(drop, copies(names, more));
const claim = ({ store }: StoreStage, profileId = dear) => store.moves.claim(profileId)?.id ?? null;

/** Finishes a sent job with a result. */
function comeHome({ store, job }: StoreStage, id: number): void {
  const { batchId, step, operation } = job(id);
  const data = { kind: 'analysis', raw: {}, body: null, width: 1, height: 1 } as const;
  store.results.add({ jobId: id, batchId, step, operation, ...data });
  for (const next of ['fetching', 'placing', 'done'] as const) store.moves.move(job(id), next);
}

describe('work that was given up is not sent again without a decision', () => {
  test('when a previously cancelled follower is requested', ({ stage }) => {
    const [leader, follower] = addCopies(stage, ['a', 'b']);
    stage.store.actions.cancel([follower]);
    giveUp(stage, leader);
    expect(run(stage, ['b']).resumed).toEqual([]);
    expect(states(stage, [leader, follower])).toEqual(['cancelled', 'uncertain']);
    expect(stage.job(follower).error?.code).toBe('SAME_CONTENT_CANCELLED');
    expect(claim(stage)).toBe(null);
  });

  test('when a follower that failed with it is retried', ({ stage }) => {
    const { actions, views } = stage.store;
    const [leader, follower] = addCopies(stage, ['a', 'b']);
    fail(stage, leader);
    actions.retry([leader]);
    giveUp(stage, leader);
    expect(states(stage, [leader, follower])).toEqual(['cancelled', 'failed']);

    actions.retry(views.retryable());
    expect(states(stage, [leader, follower])).toEqual(['cancelled', 'uncertain']);
    actions.decide([follower], 'send-again');
    expect(claim(stage)).toBe(follower);
  });

  test('when it was at a later step, and a photograph with the same content is added', ({ stage }) => {
    const { moves } = stage.store;
    const steps = recipeOf([{ operation: 'face-beauty-pro' }, { operation: 'portrait-background-removal' }]);
    const [first] = addCopies(stage, ['a'], {}, steps);
    const placing = moves.move(moves.move(send(stage, first), 'fetching'), 'placing');
    moves.move(placing, 'queued', { step: 1 });
    giveUp(stage, first);

    const [twin] = addCopies(stage, ['b'], {}, steps);
    expect(states(stage, [first, twin])).toEqual(['cancelled', 'uncertain']);
  });

  test('when it is one of several retried jobs, unless it is the only one named', ({ stage }) => {
    const { actions } = stage.store;
    const [given] = addCopies(stage, ['a']);
    giveUp(stage, given);
    const [cancelled] = stage.add('plain');
    actions.cancel([cancelled]);
    expect(actions.retry([given, cancelled])).toEqual([cancelled]);
    expect(states(stage, [given, cancelled])).toEqual(['cancelled', 'queued']);
    expect(actions.retry([given])).toEqual([given]);
    expect(states(stage, [given])).toEqual(['queued']);
  });
});

/** A leader that was cancelled while its task was at the service, and a follower. */
function cancelledAtService(stage: StoreStage): [number, number] {
  const ids = addCopies(stage, ['a', 'b']);
  const { moves, stepRuns, actions } = stage.store;
  const sent = send(stage, ids[0]);
  stepRuns.task(ids[0], 0, 'task');
  moves.move(sent, 'waiting');
  actions.cancel([ids[0]]);
  expect(states(stage, ids)).toEqual(['cancelled', 'uncertain']);
  return ids;
}

describe('what is paid is not paid again', () => {
  test('when a follower of a job cancelled at the service is sent again, which resumes that job', ({ stage }) => {
    const [leader, follower] = cancelledAtService(stage);
    stage.store.actions.decide([follower], 'send-again');
    expect(states(stage, [leader, follower])).toEqual(['waiting', 'queued']);
    expect(claim(stage)).toBe(null);
    comeHome(stage, leader);
    expect(states(stage, [follower])).toEqual(['placing']);
  });

  test('when the result of such a job arrives after all, which settles its followers', ({ stage }) => {
    const [leader, follower] = cancelledAtService(stage);
    expect(run(stage, ['a']).resumed).toEqual([leader]);
    comeHome(stage, leader);
    expect(stage.job(follower)).toMatchObject({ state: 'placing', error: null });
  });

  test('when a photograph was given up, and another one with its content is finished', ({ stage }) => {
    const { actions } = stage.store;
    const [given, twin] = addCopies(stage, ['a', 'b']);
    lose(stage, given);
    actions.cancel([given]);
    expect(run(stage, ['a']).finished).toEqual([given]);

    actions.decide([twin], 'send-again');
    send(stage, twin);
    comeHome(stage, twin);
    expect(run(stage, ['a'])).toMatchObject({ resumed: [given], finished: [] });
    expect(states(stage, [given])).toEqual(['placing']);
  });

  test('when one that was given up and redone is requested in another folder', ({ stage }) => {
    const [given] = addCopies(stage, ['a']);
    giveUp(stage, given);
    const [anew] = addCopies(stage, ['a'], { again: true });
    send(stage, anew);
    comeHome(stage, anew);

    const [elsewhere] = addCopies(stage, ['a'], { outputFolder: '/elsewhere' });
    expect(stage.job(elsewhere)).toMatchObject({ state: 'placing', follows: anew, outputFolder: '/elsewhere' });
    expect(stage.job(given)).toMatchObject({ state: 'cancelled', outputFolder: '/results' });
  });
});

describe('a job that is sent to another service', () => {
  test('leaves its leader, which is not retried for it', ({ stage }) => {
    const [leader, follower] = addCopies(stage, ['a', 'b']);
    fail(stage, leader);
    expect(run(stage, ['b'], other).resumed).toEqual([follower]);
    expect(group(stage, [leader, follower])).toEqual(['failed', 'queued']);
    expect(stage.job(follower)).toMatchObject(other);
  });

  test('takes no second job along: both are sent once, to the new service', ({ stage }) => {
    const [leader, follower] = addCopies(stage, ['a', 'b']);
    fail(stage, leader);
    expect(run(stage, ['b', 'a'], other)).toMatchObject({ jobIds: [], resumed: [follower, leader] });
    expect(stage.job(leader)).toMatchObject({ ...other, follows: follower, state: 'queued' });
    expect([claim(stage), claim(stage, other.profileId), claim(stage, other.profileId)]).toEqual([
      null,
      follower,
      null,
    ]);
  });

  test('follows what is there with the same content', ({ stage }) => {
    const [there] = addCopies(stage, ['c'], other);
    const [leader, follower] = addCopies(stage, ['a', 'b']);
    fail(stage, leader);
    run(stage, ['b'], other);
    expect(stage.job(follower)).toMatchObject({ ...other, follows: there, state: 'queued' });
  });

  test('leaves its followers: one of them leads the others', ({ stage }) => {
    const [leader, second, third] = addCopies(stage, ['a', 'b', 'c']);
    fail(stage, leader);
    run(stage, ['a'], other);
    expect(stage.job(leader)).toMatchObject({ ...other, follows: null, state: 'queued' });

    stage.store.actions.retry([third]);
    expect([second, third].map((id) => stage.job(id).follows)).toEqual([null, second]);
    expect(claim(stage)).toBe(second);
  });

  test('was not sent there yet', ({ stage }) => {
    const { stepRuns, moves, actions } = stage.store;
    const [leader] = addCopies(stage, ['a']);
    const sent = send(stage, leader);
    stepRuns.spent(leader, 0);
    moves.move(sent, 'failed', { error: null });
    run(stage, ['a'], other);

    const [follower] = addCopies(stage, ['b'], other);
    actions.cancel([leader]);
    expect(states(stage, [follower])).toEqual(['queued']);
  });

  test('joins one that was given up there only if the user approves', ({ stage }) => {
    const [there] = addCopies(stage, ['c'], other);
    giveUp(stage, there);
    const [leader] = addCopies(stage, ['a']);
    fail(stage, leader);
    run(stage, ['a'], other);
    expect(states(stage, [there, leader])).toEqual(['cancelled', 'uncertain']);
  });
});

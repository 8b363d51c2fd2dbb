import { describe, expect } from 'vitest';
import { addJobs, copy, group, states, three } from '../../../../helpers/store/same-content.ts';
import { addCopies, failure, giveUp, send } from '../../../../helpers/store/sent-jobs.ts';
import { type StoreStage, test } from '../../../../helpers/store/store-stage.ts';

const lost = { error: { ...failure, code: 'LOST' } };
const missing = { error: { ...failure, kind: 'input', code: 'SOURCE_MISSING' } } as const;
const fail = (stage: StoreStage, id: number, because: { error: typeof failure } = { error: failure }) =>
  stage.store.moves.move(stage.bring(id, 'preparing'), 'failed', because);

describe('photographs with the same content', () => {
  test('are sent once: the others follow, and are not claimed', ({ stage }) => {
    const ids = three(stage);
    expect(group(stage, ids)).toEqual(['queued', 'queued after a', 'queued after a']);

    stage.bring(ids[0], 'waiting');
    expect(stage.store.moves.claim('built-in')).toBe(null);
    expect(stage.store.moves.profilesWithWork()).toEqual([]);
  });

  test('are placed when the first is done, also those that come later', ({ stage }) => {
    const [a, b, c] = three(stage);
    stage.finish(a);
    const [d] = addJobs(stage, [copy('d')]);

    expect(group(stage, [a, b, c, d])).toEqual(['done', 'placing after a', 'placing after a', 'placing after a']);
    expect(stage.store.moves.parked().map(({ id }) => id)).toEqual([b, c, d]);
  });

  test('wait while they are held, also when the first is done', ({ stage }) => {
    const [a, b] = three(stage);
    stage.store.actions.setHeld([b], true);
    stage.finish(a);
    expect(states(stage, [b])).toEqual(['queued']);

    stage.store.actions.setHeld([b], false);
    expect(states(stage, [b])).toEqual(['placing']);
  });

  test('are sent themselves if the first was left unsent', ({ stage }) => {
    const ids = three(stage);
    stage.store.moves.move(stage.bring(ids[0], 'preparing'), 'done');
    expect(group(stage, ids)).toEqual(['done', 'queued', 'queued after b']);
  });

  test('fail once with the first, and are retried with it', ({ stage }) => {
    const ids = three(stage);
    fail(stage, ids[0]);
    expect(states(stage, ids)).toEqual(['failed', 'failed', 'failed']);
    expect(stage.job(ids[1]).error).toEqual(failure);

    stage.store.actions.retry([ids[1]]);
    expect(group(stage, ids)).toEqual(['queued', 'queued after a', 'failed after a']);
  });

  test('are sent themselves if the first failed only because of its own file', ({ stage }) => {
    const ids = three(stage);
    fail(stage, ids[0], missing);
    expect(group(stage, ids)).toEqual(['failed', 'queued', 'queued after b']);

    stage.store.actions.cancel(ids.slice(1));
    const [d] = addJobs(stage, [copy('d')]);
    expect(group(stage, [ids[0], d])).toEqual(['failed', 'queued']);
  });

  test('keep the old content when the first has changed, and one of them leads', ({ stage }) => {
    const [a, b, c] = three(stage);
    const content = { contentHash: 'new', bytes: 5, width: 6, height: 7 };
    expect(stage.store.jobs.changeContent(a, content)).toBe(true);
    expect(stage.job(a)).toMatchObject(content);
    expect(group(stage, [a, b, c])).toEqual(['queued', 'queued', 'queued after b']);

    // Another job already has the new content, so this one has nothing left to do.
    addJobs(stage, [copy('b', { contentHash: 'newer' })]);
    expect(stage.store.jobs.changeContent(b, { ...content, contentHash: 'newer' })).toBe(false);
  });

  test('keep the old content also if they were cancelled when the first changed', ({ stage }) => {
    const [a, b, c] = three(stage);
    stage.store.actions.cancel([b, c]);
    stage.store.jobs.changeContent(a, { contentHash: 'new', bytes: 5, width: 6, height: 7 });
    stage.finish(a);
    stage.store.actions.retry([c]);
    expect(group(stage, [a, b, c])).toEqual(['done', 'queued', 'queued after b']);
  });

  test('share the remade result if it was missing, also if they had been cancelled', ({ stage }) => {
    const { actions, moves } = stage.store;
    const [a, b, c] = three(stage);
    actions.cancel([b]);
    stage.finish(a);
    moves.move(stage.job(c), 'uncertain', { error: { ...failure, code: 'PAID_BEFORE' } });
    actions.decide([c], 'send-again');
    stage.finish(c);
    actions.retry([b]);
    expect(group(stage, [a, b, c])[1]).toBe('placing after c');
  });

  test('need a decision if the first was given up, which does not send it again', ({ stage }) => {
    const [a] = addCopies(stage, ['a']);
    giveUp(stage, a);
    const [b] = addCopies(stage, ['copy']);
    expect(states(stage, [a, b])).toEqual(['cancelled', 'uncertain']);
  });

  test('are decided with the first', ({ stage }) => {
    const { moves, actions, views } = stage.store;
    const ids = three(stage);
    moves.move(stage.bring(ids[0], 'submitting'), 'uncertain', lost);
    expect(states(stage, ids)).toEqual(['uncertain', 'uncertain', 'uncertain']);
    expect(views.undecided()).toMatchObject([{ cause: 'LOST', message: 'It went wrong.', count: 3 }]);

    actions.decide([ids[1]], 'send-again');
    expect(states(stage, ids)).toEqual(['queued', 'queued', 'queued']);
    expect([moves.claim('built-in')?.id, moves.claim('built-in')]).toEqual([ids[0], null]);
  });

  test('are given up with the first, by cause', ({ stage }) => {
    const { moves, actions } = stage.store;
    const ids = three(stage);
    moves.move(stage.bring(ids[0], 'submitting'), 'uncertain', lost);
    expect(actions.decideCause('OTHER', 'give-up')).toEqual([]);
    expect(actions.decideCause('LOST', 'give-up')).toHaveLength(3);
    expect(states(stage, ids)).toEqual(['cancelled', 'cancelled', 'cancelled']);
  });

  test('take the lead if the first is cancelled before it is sent', ({ stage }) => {
    const ids = three(stage);
    stage.store.actions.cancel([ids[0]]);
    expect(group(stage, ids)).toEqual(['cancelled', 'queued', 'queued after b']);
  });

  test.for([
    { is: 'done', next: 'placing after b', bring: (stage: StoreStage, id: number) => stage.finish(id) },
    {
      is: 'at the service',
      next: 'queued after b',
      bring: (stage: StoreStage, id: number) => stage.bring(id, 'waiting'),
    },
  ])('follow what is now $is, when they are retried', ({ next, bring }, { stage }) => {
    const [a, b, c] = three(stage);
    stage.store.actions.cancel([a, c]);
    bring(stage, b);
    stage.store.actions.retry([a, c]);

    const [first, , third] = group(stage, [a, b, c]);
    expect([first, third]).toEqual([next, next]);
    expect(stage.store.moves.claim('built-in')).toBe(null);
  });

  test('are sent once when all former leaders are retried', ({ stage }) => {
    const ids = three(stage);
    for (const id of ids) fail(stage, id, missing);
    stage.store.actions.retry(ids);

    const claimed = stage.store.moves.claim('built-in');
    expect(stage.store.moves.claim('built-in')).toBe(null);
    expect(ids.map((id) => stage.job(id).follows ?? id)).toEqual(ids.map(() => claimed?.id));
  });

  test('are found done, whatever failed after that', ({ stage }) => {
    const [a, b] = three(stage);
    stage.store.actions.cancel([a]);
    stage.finish(b);
    const again = stage.store.jobs.addAgain([b]).jobIds[0]!;
    fail(stage, again);
    const [d] = addJobs(stage, [copy('d')]);
    stage.store.actions.retry([a]);
    expect([a, d].map((id) => stage.job(id).follows)).toEqual([b, b]);

    // This job was requested although the work was done, so it is sent.
    stage.store.actions.retry([again]);
    expect(stage.store.moves.claim('built-in')?.id).toBe(again);
  });

  test('need a decision if the first is cancelled after it was sent to a paid service', ({ stage }) => {
    const [a, b] = addCopies(stage, ['a', 'b']);
    send(stage, a);
    stage.store.actions.cancel([a]);
    expect(stage.job(b)).toMatchObject({ state: 'uncertain', error: { code: 'SAME_CONTENT_CANCELLED' } });

    stage.store.actions.decide([b], 'send-again');
    expect(stage.job(b)).toMatchObject({ state: 'queued', follows: null });
  });
});

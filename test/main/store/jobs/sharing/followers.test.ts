import { describe, expect } from 'vitest';
import { paperJob } from '../../../../helpers/queue/queue-stage.ts';
import { drop, states, three } from '../../../../helpers/store/same-content.ts';
import { failure } from '../../../../helpers/store/sent-jobs.ts';
import { recipe, test } from '../../../../helpers/store/store-stage.ts';

describe('photographs with the same content', () => {
  test('are sent once: the others follow, and are not claimed', ({ stage }) => {
    const [a, b, c] = three(stage);
    expect([a, b, c].map((id) => stage.job(id).follows)).toEqual([null, a, a]);
    stage.bring(a, 'waiting');
    expect(stage.store.moves.claim('built-in')).toBe(null);
    expect(stage.store.moves.profilesWithWork()).toEqual([]);
  });

  test('are placed when the first is done, also those that come later', ({ stage }) => {
    const [a, b, c] = three(stage);
    stage.finish(a);
    expect(states(stage, [b, c])).toEqual(['placing', 'placing']);
    expect(stage.store.moves.parked().map(({ id }) => id)).toEqual([b, c]);
    const [d] = stage.store.jobs.add(drop, [paperJob('a', recipe, { sourcePath: '/d.jpg' })]).jobIds;
    expect(stage.job(d!)).toMatchObject({ state: 'placing', follows: a });
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
    const [a, b, c] = three(stage);
    stage.store.moves.move(stage.bring(a, 'preparing'), 'done');
    expect([b, c].map((id) => [stage.job(id).state, stage.job(id).follows])).toEqual([
      ['queued', null],
      ['queued', b],
    ]);
  });

  test('fail once with the first, and are retried with it', ({ stage }) => {
    const ids = three(stage);
    const [a, b] = ids;
    stage.store.moves.move(stage.bring(a, 'preparing'), 'failed', { error: failure });
    expect(states(stage, ids)).toEqual(['failed', 'failed', 'failed']);
    expect(stage.job(b).error).toEqual(failure);
    stage.store.actions.retry([b]);
    expect(states(stage, ids)).toEqual(['queued', 'queued', 'failed']);
    expect(stage.job(b).follows).toBe(a);
  });

  test('are sent themselves if the first failed only because of its own file', ({ stage }) => {
    const [a, b, c] = three(stage);
    const missing = { ...failure, kind: 'input', code: 'SOURCE_MISSING' } as const;
    stage.store.moves.move(stage.bring(a, 'preparing'), 'failed', { error: missing });
    expect([b, c].map((id) => [stage.job(id).state, stage.job(id).follows])).toEqual([
      ['queued', null],
      ['queued', b],
    ]);
    stage.store.actions.cancel([b, c]);
    const [d] = stage.store.jobs.add(drop, [paperJob('a', recipe, { sourcePath: '/d.jpg' })]).jobIds;
    expect(stage.job(d!)).toMatchObject({ state: 'queued', follows: null });
    expect(stage.job(a).state).toBe('failed');
  });

  test('keep the old content when the first has changed, and one of them leads', ({ stage }) => {
    const [a, b, c] = three(stage);
    const content = { contentHash: 'new', bytes: 5, width: 6, height: 7 };
    expect(stage.store.jobs.changeContent(a, content)).toBe(true);
    expect(stage.job(a)).toMatchObject({ ...content, follows: null });
    expect([b, c].map((id) => stage.job(id).follows)).toEqual([null, b]);
    // Another job already has the new content, so this one has nothing left to do.
    stage.store.jobs.add(drop, [paperJob('a', recipe, { sourcePath: '/b.jpg', contentHash: 'newer' })]);
    expect(stage.store.jobs.changeContent(b, { ...content, contentHash: 'newer' })).toBe(false);
  });

  test('keep the old content also if they were cancelled when the first changed', ({ stage }) => {
    const [a, b, c] = three(stage);
    stage.store.actions.cancel([b, c]);
    stage.store.jobs.changeContent(a, { contentHash: 'new', bytes: 5, width: 6, height: 7 });
    stage.finish(a);
    stage.store.actions.retry([c]);
    expect([b, c].map((id) => [stage.job(id).state, stage.job(id).follows])).toEqual([
      ['queued', null],
      ['queued', b],
    ]);
  });

  test('share the remade result if it was missing, also if they had been cancelled', ({ stage }) => {
    const { store } = stage;
    const [a, b, c] = three(stage);
    store.actions.cancel([b]);
    stage.finish(a);
    const { id, state, lease } = stage.job(c);
    const gone = { ...failure, code: 'PAID_BEFORE' };
    store.moves.move({ id, state, lease }, 'uncertain', { error: gone });
    store.actions.decide([c], 'send-again');
    stage.finish(c);
    store.actions.retry([b]);
    expect(stage.job(b)).toMatchObject({ state: 'placing', follows: c });
  });

  test('need a decision if the first was given up, which does not send it again', ({ stage }) => {
    const { store } = stage;
    const [a] = store.jobs.add(drop, [paperJob('a', recipe, { profileId: 'remote' })]).jobIds as [number];
    const claimed = store.moves.claim('remote')!;
    store.stepRuns.prepared(a, 0, {
      operation: claimed.operation,
      fitted: [],
      fit: null,
      uploadWidth: 1,
      uploadHeight: 1,
    });
    store.stepRuns.sending(a, 0);
    const sent = store.moves.move(claimed, 'submitting');
    store.moves.move(sent, 'uncertain', { error: { ...failure, code: 'LOST', advice: 'decide' } });
    store.actions.decide([a], 'give-up');
    const copy = paperJob('a', recipe, { profileId: 'remote', sourcePath: '/copy.jpg' });
    const [b] = store.jobs.add(drop, [copy]).jobIds as [number];
    expect([stage.job(a).state, stage.job(b).state]).toEqual(['cancelled', 'uncertain']);
  });

  test('are decided with the first', ({ stage }) => {
    const ids = three(stage);
    const [a, b] = ids;
    stage.store.moves.move(stage.bring(a, 'submitting'), 'uncertain', { error: { ...failure, code: 'LOST' } });
    expect(states(stage, ids)).toEqual(['uncertain', 'uncertain', 'uncertain']);
    expect(stage.store.views.undecided()).toMatchObject([{ cause: 'LOST', message: 'It went wrong.', count: 3 }]);
    stage.store.actions.decide([b], 'send-again');
    expect(states(stage, ids)).toEqual(['queued', 'queued', 'queued']);
    expect(stage.store.moves.claim('built-in')?.id).toBe(a);
    expect(stage.store.moves.claim('built-in')).toBe(null);
  });

  test('are given up with the first, by cause', ({ stage }) => {
    const ids = three(stage);
    stage.store.moves.move(stage.bring(ids[0], 'submitting'), 'uncertain', { error: { ...failure, code: 'LOST' } });
    expect(stage.store.actions.decideCause('OTHER', 'give-up')).toEqual([]);
    expect(stage.store.actions.decideCause('LOST', 'give-up')).toHaveLength(3);
    expect(states(stage, ids)).toEqual(['cancelled', 'cancelled', 'cancelled']);
  });

  test('take the lead if the first is cancelled before it is sent', ({ stage }) => {
    const [a, b, c] = three(stage);
    stage.store.actions.cancel([a]);
    expect([a, b, c].map((id) => [stage.job(id).state, stage.job(id).follows])).toEqual([
      ['cancelled', null],
      ['queued', null],
      ['queued', b],
    ]);
  });

  test.for(['done', 'waiting'] as const)('follow what is now %s, when they are retried', (state, { stage }) => {
    const [a, b, c] = three(stage);
    stage.store.actions.cancel([a, c]);
    if (state === 'done') stage.finish(b);
    else stage.bring(b, state);
    stage.store.actions.retry([a, c]);
    const next = state === 'done' ? 'placing' : 'queued';
    expect([a, c].map((id) => [stage.job(id).state, stage.job(id).follows])).toEqual([
      [next, b],
      [next, b],
    ]);
    expect(stage.store.moves.claim('built-in')).toBe(null);
  });

  test('are sent once when all former leaders are retried', ({ stage }) => {
    const [a, b, c] = three(stage);
    const missing = { ...failure, kind: 'input', code: 'SOURCE_MISSING' } as const;
    for (const id of [a, b, c]) stage.store.moves.move(stage.bring(id, 'preparing'), 'failed', { error: missing });
    stage.store.actions.retry([a, b, c]);
    const claimed = stage.store.moves.claim('built-in');
    expect(stage.store.moves.claim('built-in')).toBe(null);
    expect([a, b, c].map((id) => stage.job(id).follows ?? id)).toEqual([a, b, c].map(() => claimed?.id));
  });

  test('are found done, whatever failed after that', ({ stage }) => {
    const [a, b] = three(stage);
    stage.store.actions.cancel([a]);
    stage.finish(b);
    const again = stage.store.jobs.addAgain([b]).jobIds[0] ?? 0;
    stage.store.moves.move(stage.bring(again, 'preparing'), 'failed', { error: failure });
    const [d] = stage.store.jobs.add(drop, [paperJob('a', recipe, { sourcePath: '/d.jpg' })]).jobIds;
    stage.store.actions.retry([a]);
    expect([a, d].map((id) => stage.job(id!).follows)).toEqual([b, b]);
    // This job was requested although the work was done, so it is sent.
    stage.store.actions.retry([again]);
    expect(stage.store.moves.claim('built-in')?.id).toBe(again);
  });

  test('need a decision if the first is cancelled after it was sent to a paid service', ({ stage }) => {
    const { store } = stage;
    const item = { profileId: 'remote' };
    const [a, b] = store.jobs.add(drop, [
      paperJob('a', recipe, item),
      paperJob('a', recipe, { ...item, sourcePath: '/b.jpg' }),
    ]).jobIds as [number, number];
    const claimed = store.moves.claim('remote')!;
    const run = { operation: claimed.operation, fitted: [], fit: null, uploadWidth: 1, uploadHeight: 1 };
    store.stepRuns.prepared(a, 0, run);
    store.stepRuns.sending(a, 0);
    store.moves.move(claimed, 'submitting');
    store.actions.cancel([a]);
    expect(stage.job(b)).toMatchObject({ state: 'uncertain', error: { code: 'SAME_CONTENT_CANCELLED' } });
    store.actions.decide([b], 'send-again');
    expect(stage.job(b)).toMatchObject({ state: 'queued', follows: null });
  });
});

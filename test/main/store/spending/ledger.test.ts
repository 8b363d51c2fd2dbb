import { describe, expect } from 'vitest';
import type { NewCharge } from '../../../../main/store/index.ts';
import { recipeOf } from '../../../helpers/queue/queue-stage.ts';
import { type StoreStage, test } from '../../../helpers/store/store-stage.ts';

const charge = (id: number, more: Partial<NewCharge> = {}): NewCharge => ({
  job: {
    ...{ id, batchId: 1, step: 0, operation: 'universal-background-removal', profileId: 'remote' },
    recipe: recipeOf('universal-background-removal', {}, 'Cutout'),
    ...{ sourcePath: `/in/${id}.jpg`, contentHash: 'c0' },
  },
  service: 'Remote',
  reserved: 3,
  idempotencyKey: null,
  accountId: null,
  ...more,
});

describe('the ledger', () => {
  test('counts running requests and lost responses as spent, but not rejected ones', ({ stage }) => {
    const { ledger } = stage.store;
    for (const id of [1, 2, 3, 4]) ledger.recordRequest(charge(id));
    ledger.settle(1, 'charged');
    ledger.settle(2, 'not-charged');
    ledger.markUncertain(3);
    expect(ledger.spent('remote', 0)).toEqual({ credits: 9, unknown: 0 });
    expect(ledger.spentOfBatch(1)).toEqual({ credits: 9, unknown: 0 });
    expect(ledger.spent('other', 0)).toEqual({ credits: 0, unknown: 0 });
    expect(ledger.spent('remote', stage.clock.now() + 1).credits).toBe(0);
    expect(ledger.isUnderWay('remote')).toBe(true);
    expect(ledger.sums('service')).toEqual([
      { of: 'Remote', requests: 4, charged: 3, open: 3, uncertain: 3, unknown: 0 },
    ]);
  });

  test('adds decimal credits without rounding errors', ({ stage }) => {
    const { ledger } = stage.store;
    for (const id of [1, 2, 3]) ledger.recordRequest(charge(id, { reserved: 0.1 }));
    expect(ledger.spent('remote', 0).credits).toBe(0.3);
  });

  test('keeps a row for each request of a photograph', ({ stage }) => {
    const { ledger } = stage.store;
    ledger.recordRequest(charge(1));
    ledger.markUncertain(1);
    ledger.recordRequest(charge(1));
    ledger.settle(1, 'charged');
    expect(ledger.list().map(({ outcome }) => outcome)).toEqual(['uncertain', 'charged']);
  });

  test('forgets names and keeps numbers, except of running requests', ({ stage }) => {
    const { ledger } = stage.store;
    ledger.recordRequest(charge(1));
    ledger.settle(1, 'charged');
    ledger.recordRequest(charge(2));
    expect(ledger.forget()).toBe(1);
    expect(ledger.list()).toMatchObject([
      { photograph: null, contentHash: null, cost: 3, recipe: 'Cutout' },
      { photograph: '2.jpg', contentHash: 'c0' },
    ]);
  });

  test('sums up by local day', ({ stage }) => {
    const { ledger } = stage.store;
    ledger.recordRequest(charge(1));
    stage.clock.setWall(24 * 60 * 60 * 1000);
    ledger.recordRequest(charge(2));
    const days = ledger.sums('day').map(({ of }) => of);
    expect(days).toHaveLength(2);
    expect(days[0]).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(ledger.sums('day', { since: stage.clock.now() })).toHaveLength(1);
  });

  test('assumes the largest possible spending since a balance', ({ stage }) => {
    const { ledger } = stage.store;
    ledger.recordRequest(charge(1));
    ledger.settle(1, 'charged');
    ledger.recordRequest(charge(2));
    stage.clock.setWall(1000);
    const at = stage.clock.now();
    // The request was running then, so the balance can lack it.
    expect(ledger.spentSinceBalance('remote', at).credits).toBe(3);
    ledger.recordRequest(charge(3));
    expect(ledger.spentSinceBalance('remote', at).credits).toBe(6);
    ledger.settle(3, 'not-charged');
    expect(ledger.spentSinceBalance('remote', at).credits).toBe(3);
  });
});

describe('a job that leaves its service', () => {
  const begun = (stage: StoreStage) => {
    const [id] = stage.add('a');
    stage.store.ledger.recordRequest({ ...charge(id), job: { ...charge(id).job, profileId: stage.job(id).profileId } });
    return id;
  };
  const outcomes = ({ store }: StoreStage) => store.ledger.list().map(({ outcome, decision }) => [outcome, decision]);

  test('through cancellation leaves its request uncertain', ({ stage }) => {
    const id = begun(stage);
    stage.store.actions.cancel([id]);
    expect(outcomes(stage)).toEqual([['uncertain', null]]);
  });

  test('for the queue does too, unless the service knows its idempotency key', ({ stage }) => {
    const id = begun(stage);
    const hold = stage.store.moves.claim(stage.job(id).profileId)!;
    expect(outcomes(stage)).toEqual([['open', null]]);
    stage.store.moves.move(hold, 'queued');
    expect(outcomes(stage)).toEqual([['uncertain', null]]);
    stage.store.ledger.recordRequest({ ...charge(id), idempotencyKey: 'k' });
    stage.store.moves.move(stage.store.moves.claim(stage.job(id).profileId)!, 'queued');
    expect(outcomes(stage)).toEqual([
      ['uncertain', null],
      ['open', null],
    ]);
  });

  test('for a decision records the decision', ({ stage }) => {
    const id = begun(stage);
    const { store } = stage;
    store.moves.move(store.moves.claim(stage.job(id).profileId)!, 'uncertain');
    store.actions.decide([id], 'send-again');
    expect(outcomes(stage)).toEqual([['uncertain', 'send-again']]);
  });
});

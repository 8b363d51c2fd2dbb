import { describe, expect, vi } from 'vitest';
import { type Costs, noCosts, priceMessage } from '../../../../contract/services/costs.ts';
import { SpendingLimits } from '../../../../main/pipeline/spending/spending-limits.ts';
import type { Drained } from '../../../../main/pipeline/standstill.ts';
import { post, type QueueStage, recipeOf, remoteId, test } from '../../../helpers/queue/queue-stage.ts';

const cut = 'universal-background-removal';
const bite = 'ai-lip-bite-expressions';
const recipe = recipeOf(cut);

function setCosts({ store }: QueueStage, costs: Partial<Costs>): void {
  const profile = store.profiles.get(remoteId)!;
  store.profiles.save({ ...profile, costs: { ...noCosts, prices: { [cut]: 4 }, ...costs } });
}

async function addMany(stage: QueueStage, count: number, maxCredits?: number) {
  const first = await stage.add(recipe, {
    batch: { title: 'b', origin: 'drop', folderId: null, ...(maxCredits === undefined ? {} : { maxCredits }) },
  });
  const rest = [];
  for (let left = count - 1; left > 0; left -= 1)
    rest.push(await stage.add(recipe, { batch: { batchId: first.batchId } }));
  return [first, ...rest];
}

const sent = ({ server }: QueueStage) =>
  server.requests.filter(({ method, path: at }) => method === 'POST' && at.includes('background')).length;
const spent = ({ store }: QueueStage) => store.ledger.spent(remoteId, 0).credits;

const untilStopped = ({ clock, queue }: QueueStage) =>
  clock.until(() => queue.status(remoteId)?.condition === 'stopped', 'the service being stopped');
const untilDone = ({ clock, store }: QueueStage, count: number) =>
  clock.until(() => store.views.counts().done === count, `${count} jobs being done`);

describe('a spending limit', () => {
  test.for<[string, Partial<Costs>]>([
    ['of a day', { perDay: 10 }],
    ['of a month', { perMonth: 10 }],
  ])('%s holds with concurrent requests, and reports itself', async ([, costs], { stage }) => {
    setCosts(stage, costs);
    await stage.answers(cut);
    await addMany(stage, 5);
    stage.start();
    await untilStopped(stage);
    await stage.clock.until(() => stage.store.views.counts().done === 2 && stage.store.views.counts().queued === 3);
    expect([sent(stage), spent(stage)]).toEqual([2, 8]);
    expect(stage.queue.status(remoteId)?.message).toMatchObject({ values: { most: 10 } });
  });

  test.for<[string, Partial<Costs>, (stage: QueueStage) => void]>([
    ['of a day allows work again the next day', { perDay: 4 }, ({ clock }) => clock.setWall(24 * 60 * 60 * 1000)],
    ['that is raised allows the rest', { perMonth: 4 }, (stage) => setCosts(stage, { perMonth: 8 })],
  ])('%s', async ([, costs, change], { stage }) => {
    setCosts(stage, costs);
    await stage.answers(cut);
    await addMany(stage, 2);
    stage.start();
    await untilStopped(stage);
    await untilDone(stage, 1);

    change(stage);
    await untilDone(stage, 2);

    expect(spent(stage)).toBe(8);
  });

  test('that another process lowers before it adds jobs applies to these', async ({ stage }) => {
    setCosts(stage, {});
    await stage.answers(cut);
    const [first] = await addMany(stage, 1);
    stage.start();
    await stage.reach(first!, 'done');
    await stage.fromOutside(async () => {
      setCosts(stage, { perDay: 8 });
      await addMany(stage, 3);
    });
    stage.queue.resume(remoteId);
    // The clock is stopped, so that the queue's timer finds nothing.
    await vi.waitFor(() => {
      expect(stage.queue.status(remoteId)?.condition).toBe('stopped');
      expect(stage.store.views.counts().done).toBe(2);
    }, 20_000);
    expect([sent(stage), spent(stage)]).toEqual([2, 8]);
  });

  test('of a batch limits that batch alone', async ({ stage }) => {
    setCosts(stage, {});
    await stage.answers(cut);
    const [first] = await addMany(stage, 3, 4);
    const [other] = await addMany(stage, 1);
    stage.start();
    await stage.reach(other!, 'done');
    await stage.clock.until(() => stage.store.batches.get(first!.batchId)?.heldForCost === true);
    await untilDone(stage, 2);
    expect(stage.store.ledger.spentOfBatch(first!.batchId).credits).toBe(4);
    expect(stage.store.batches.get(first!.batchId)).toMatchObject({ held: true, maxCredits: 4 });
    stage.store.batches.setCap(first!.batchId, 12);
    await untilDone(stage, 4);
    expect(stage.store.batches.get(first!.batchId)).toMatchObject({ held: false, heldForCost: false });
  });

  test('counts uncertain charges', async ({ stage }) => {
    setCosts(stage, { perDay: 4 });
    stage.server.script(post(cut), { resetBeforeAnswer: true });
    await addMany(stage, 2);
    stage.start();
    await stage.clock.until(() => stage.store.views.counts().uncertain === 1);
    await untilStopped(stage);
    expect(sent(stage)).toBe(1);
    expect(stage.store.ledger.list()).toMatchObject([{ outcome: 'uncertain', reserved: 4 }]);
  });

  test('preserves a balance that the service reports, however large', async ({ stage }) => {
    setCosts(stage, { keepBalance: 10 });
    stage.server.script('GET /api/common/query-credits', { json: { data: { balance: 15, total: 100 } } });
    await stage.answers(cut);
    await addMany(stage, 3);
    stage.start();
    await untilDone(stage, 1);
    await untilStopped(stage);
    expect([sent(stage), spent(stage)]).toEqual([1, 4]);
    stage.server.script('GET /api/common/query-credits', { json: { data: { balance: 111, total: 200 } } });
    await untilDone(stage, 3);
  });

  test('blocks operations without a price', async ({ stage }) => {
    const { store, clock } = stage;
    setCosts(stage, { perDay: 10 });
    const caps = new SpendingLimits(store, clock, () => true);
    const job = { batchId: 1, profileId: remoteId } as const;
    expect(caps.findRefusal({ ...job, operation: bite })?.cap).toBe('price');
    expect(caps.findRefusal({ ...job, operation: cut })).toBe(null);
    setCosts(stage, { keepBalance: 10 });
    expect(caps.findRefusal({ ...job, operation: cut })?.cap).toBe('unknown-balance');
    setCosts(stage, {});
    expect(caps.findRefusal({ ...job, operation: bite })).toBe(null);
  });
});

describe('an operation without a price, under a limit,', () => {
  const unpriced = recipeOf([{ operation: cut }, { operation: bite }]);
  const waits = { profileId: remoteId, needs: 'price', operation: bite, count: 2 };

  test('waits before its first step, and all others are done', async ({ stage }) => {
    setCosts(stage, { perDay: 100 });
    await stage.answers(cut);
    await stage.answers(bite);
    const batch = { title: 'b', origin: 'drop', folderId: null } as const;
    const [first] = [await stage.add(unpriced, { batch }), await stage.add(unpriced, { batch })];
    await addMany(stage, 3);
    stage.start();
    await untilDone(stage, 3);
    const { because, reasons } = (await stage.queue.drained()) as Exclude<Drained, { finished: true }>;
    expect(because).toEqual(priceMessage(bite));
    expect(reasons).toMatchObject([{ why: 'price', count: 2 }]);
    expect(stage.store.openWork(null)).toMatchObject([waits]);
    expect(stage.store.views.byId([first!.id])).toMatchObject([{ unlisted: [bite] }]);
    expect(stage.queue.status(remoteId)?.condition).toBe('ready');
    expect([sent(stage), spent(stage)]).toEqual([3, 12]);

    setCosts(stage, { perDay: 100, prices: { [cut]: 4, [bite]: 1 } });
    await untilDone(stage, 5);
    expect(spent(stage)).toBe(22);
  });

  test('waits only in a batch with a separate limit', async ({ stage }) => {
    setCosts(stage, {});
    await stage.answers(cut);
    await stage.answers(bite);
    const limited = await stage.add(unpriced, {
      batch: { title: 'b', origin: 'drop', folderId: null, maxCredits: 50 },
    });
    await stage.run(unpriced);
    await stage.queue.drained();
    expect(stage.job(limited.id).state).toBe('queued');
    expect(stage.store.batches.get(limited.batchId)).toMatchObject({ held: false });
    stage.store.batches.setCap(limited.batchId, null);
    await stage.reach(limited, 'done');
  });
});

import { describe, expect } from 'vitest';
import { paperJob, test as queueTest, recipeOf } from '../../../../helpers/queue/queue-stage.ts';
import { drop } from '../../../../helpers/store/same-content.ts';
import { test } from '../../../../helpers/store/store-stage.ts';

describe('batches', () => {
  test('are listed newest first, while they have anything to show', ({ stage }) => {
    const { store, clock } = stage;
    const [a] = stage.add('a');
    stage.add('b');
    expect(store.batches.list().map(({ title }) => title)).toEqual(['b', 'a']);
    expect(store.batches.get(1)).toEqual({
      id: 1,
      title: 'a',
      origin: 'drop',
      folderId: null,
      createdAt: clock.now(),
      held: false,
      maxCredits: null,
      heldForCost: false,
      trial: null,
      pickRule: null,
      proofs: false,
      addedBy: null,
    });
    store.actions.remove([a!]);
    expect(store.batches.list().map(({ title }) => title)).toEqual(['b']);
    expect(store.batches.get(4711)).toBe(null);
  });

  test('report when they are held', async ({ stage }) => {
    const { store } = stage;
    stage.add('a');
    await null;
    const changedLists: string[] = [];
    store.changes.subscribe(({ lists }) => changedLists.push(...lists));
    store.batches.setHeld(1, true);
    await null;
    expect(changedLists).toEqual(['batches']);
    expect(store.batches.get(1)?.held).toBe(true);
  });

  test('take over unfinished jobs of others together with their limit', ({ stage }) => {
    const { store } = stage;
    const [done] = stage.add('done');
    const [left] = stage.add('left');
    const [added] = stage.add('added');
    store.batches.setCap(1, 5);
    expect(store.batches.hasCapped()).toBe(true);
    stage.finish(done!);
    expect([store.batches.hasCapped(), store.batches.extendCap([done!, added!], 3)]).toEqual([false, null]);
    store.batches.setCap(2, 7);
    expect(store.batches.extendCap([left!, added!], null)).toBe(7);
    expect(store.batches.capOf(3)).toBe(null);
    expect(store.batches.extendCap([left!, added!], 3)).toBe(7);
    expect(store.batches.capOf(3)).toBe(7);
    const job = { ...stage.job(left!), contentHash: null };
    store.ledger.recordRequest({ job, service: 'S', reserved: 2, idempotencyKey: null, accountId: null });
    expect(store.ledger.spentOfBatch(3).credits).toBe(2);
    store.batches.setCap(3, 9);
    expect(store.batches.extendCap([left!], 3)).toBe(7);
    expect(store.batches.capOf(3)).toBe(9);
  });
});

const product = (sku: string) => ({ sku, name: `The ${sku}`, folder: '' });
const recipe = recipeOf('portrait-background-removal', { template: '{sku}' });

describe('the product list of a batch', () => {
  queueTest(
    'says how many photographs of each line there are, also where they came in with another batch',
    ({ stage }) => {
      const { store } = stage;
      const first = store.jobs.add(drop, [paperJob('a', recipe)]);
      const added = store.jobs.add(drop, [paperJob('b', recipe), paperJob('c', recipe)]);
      const batchId = added.batchId!;
      expect(store.productLists.ofBatch(batchId)).toBe(null);
      store.productLists.keep(batchId, [
        { line: 2, product: product('X') },
        { line: 3, product: product('Y') },
      ]);
      store.productLists.note(batchId, 2, [...first.jobIds, ...added.jobIds]);
      store.actions.cancel([added.jobIds[0]!]);
      expect(store.productLists.ofBatch(batchId)).toEqual([
        { line: 2, sku: 'X', name: 'The X', found: 3, done: 0, failed: 1 },
        { line: 3, sku: 'Y', name: 'The Y', found: 0, done: 0, failed: 0 },
      ]);
    },
  );

  queueTest('is replaced by a later one', ({ stage }) => {
    const { store } = stage;
    const { batchId, jobIds } = store.jobs.add(drop, [paperJob('a', recipe)]);
    store.productLists.keep(batchId!, [{ line: 2, product: product('X') }]);
    store.productLists.note(batchId!, 2, jobIds);
    store.productLists.keep(batchId!, [{ line: 5, product: product('Z') }]);
    expect(store.productLists.ofBatch(batchId!)).toMatchObject([{ line: 5, sku: 'Z', found: 0 }]);
  });
});

import { describe, expect } from 'vitest';
import { paperJob, recipeOf } from '../../../../helpers/queue/queue-stage.ts';
import { addJobs } from '../../../../helpers/store/same-content.ts';
import { test } from '../../../../helpers/store/store-stage.ts';

describe('batches', () => {
  test('are listed newest first, while they have anything to show', ({ stage }) => {
    const { batches, actions } = stage.store;
    const [a] = stage.add('a');
    stage.add('b');
    expect(batches.list().map(({ title }) => title)).toEqual(['b', 'a']);
    expect(batches.get(1)).toEqual({
      ...{ id: 1, title: 'a', origin: 'drop', folderId: null, createdAt: stage.clock.now(), addedBy: null },
      ...{ held: false, maxCredits: null, heldForCost: false, trial: null, pickRule: null, proofs: false },
    });
    actions.remove([a]);
    expect(batches.list().map(({ title }) => title)).toEqual(['b']);
    expect(batches.get(4711)).toBe(null);
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
    const { batches, ledger } = stage.store;
    const [done] = stage.add('done');
    const [left] = stage.add('left');
    const [added] = stage.add('added');
    batches.setCap(1, 5);
    expect(batches.hasCapped()).toBe(true);
    stage.finish(done);
    expect([batches.hasCapped(), batches.extendCap([done, added], 3)]).toEqual([false, null]);

    batches.setCap(2, 7);
    expect(batches.extendCap([left, added], null)).toBe(7);
    expect(batches.capOf(3)).toBe(null);
    expect(batches.extendCap([left, added], 3)).toBe(7);
    expect(batches.capOf(3)).toBe(7);
    const job = { ...stage.job(left), contentHash: null };
    ledger.recordRequest({ job, service: 'S', reserved: 2, idempotencyKey: null, accountId: null });
    expect(ledger.spentOfBatch(3).credits).toBe(2);
    batches.setCap(3, 9);
    expect([batches.extendCap([left], 3), batches.capOf(3)]).toEqual([7, 9]);
  });
});

describe('the product list of a batch', () => {
  const product = (sku: string) => ({ sku, name: `The ${sku}`, folder: '' });
  const photograph = (name: string) => paperJob(name, recipeOf('portrait-background-removal', { template: '{sku}' }));

  test('counts the photographs of each line, also those that were added with another batch', ({ stage }) => {
    const { productLists, actions } = stage.store;
    const first = addJobs(stage, [photograph('a')]);
    const added = addJobs(stage, [photograph('b'), photograph('c')]);
    const { batchId } = stage.job(added[0]);
    expect(productLists.ofBatch(batchId)).toBe(null);

    productLists.keep(batchId, [
      { line: 2, product: product('X') },
      { line: 3, product: product('Y') },
    ]);
    productLists.note(batchId, 2, [...first, ...added]);
    actions.cancel([added[0]]);
    expect(productLists.ofBatch(batchId)).toEqual([
      { line: 2, sku: 'X', name: 'The X', found: 3, done: 0, failed: 1 },
      { line: 3, sku: 'Y', name: 'The Y', found: 0, done: 0, failed: 0 },
    ]);
  });

  test('is replaced by a later one', ({ stage }) => {
    const { productLists } = stage.store;
    const ids = addJobs(stage, [photograph('a')]);
    const { batchId } = stage.job(ids[0]);
    productLists.keep(batchId, [{ line: 2, product: product('X') }]);
    productLists.note(batchId, 2, ids);
    productLists.keep(batchId, [{ line: 5, product: product('Z') }]);
    expect(productLists.ofBatch(batchId)).toMatchObject([{ line: 5, sku: 'Z', found: 0 }]);
  });
});

import { describe, expect } from 'vitest';
import { paperJob, recipeOf, test } from '../../../../helpers/queue-stage.ts';
import { drop } from '../../../../helpers/same-content.ts';

const product = (sku: string) => ({ sku, name: `The ${sku}`, folder: '' });
const recipe = recipeOf('portrait-background-removal', { template: '{sku}' });

describe('the product list of a batch', () => {
  test('says how many photographs of each line there are, also where they came in with another batch', ({ stage }) => {
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
  });

  test('is replaced by a later one', ({ stage }) => {
    const { store } = stage;
    const { batchId, jobIds } = store.jobs.add(drop, [paperJob('a', recipe)]);
    store.productLists.keep(batchId!, [{ line: 2, product: product('X') }]);
    store.productLists.note(batchId!, 2, jobIds);
    store.productLists.keep(batchId!, [{ line: 5, product: product('Z') }]);
    expect(store.productLists.ofBatch(batchId!)).toMatchObject([{ line: 5, sku: 'Z', found: 0 }]);
  });
});

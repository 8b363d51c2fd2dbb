import { expect } from 'vitest';
import { test } from '../../../helpers/store-stage.ts';

test('of several pictures of one step the whole stands for the photograph, before its parts', async ({ stage }) => {
  const { store } = stage;
  const [jobId] = stage.add('a.jpg');
  const { batchId, photographId } = stage.job(jobId!);
  const operation = 'apparel-background-removal';
  const picture = { jobId: jobId!, batchId, step: 0, operation, kind: 'image', box: null, bytes: 1 } as const;
  for (const element of ['tops', null, 'pants'])
    store.results.add({ ...picture, element, path: `/out/${element}.png`, width: 1, height: 1 });
  const [view] = await store.photographViews.byId([photographId!], { batchId: null, recipe: null, operation: null });
  expect(view?.shown).toMatchObject({ element: null });
});

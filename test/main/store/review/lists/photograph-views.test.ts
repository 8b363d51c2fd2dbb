import { expect } from 'vitest';
import { test } from '../../../../helpers/store/store-stage.ts';

test('the whole picture of a step is the primary result, before its parts', async ({ stage }) => {
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

test('a whole picture is the primary result, also before a head cut out later', async ({ stage }) => {
  const { store, add } = stage;
  const [first] = add('a.jpg');
  const { batchId, photographId } = stage.job(first!);
  const again = store.jobs.addAgain([first!]).jobIds[0] ?? first!;
  const picture = { batchId, step: 0, kind: 'image', bytes: 1, width: 1, height: 1, element: null, box: null } as const;
  const fullImage = {
    ...picture,
    jobId: first!,
    operation: 'portrait-background-removal',
    path: '/out/whole.png',
  } as const;
  const head = { ...picture, jobId: again, step: 1, operation: 'avatar-extraction', path: '/out/head.png' } as const;
  const shown = async () => {
    const [view] = await store.photographViews.byId([photographId!], { batchId: null, recipe: null, operation: null });
    return view?.shown?.path;
  };
  store.results.add(head);
  expect(await shown()).toBe('/out/head.png');
  store.results.add(fullImage);
  expect(await shown()).toBe('/out/whole.png');
});

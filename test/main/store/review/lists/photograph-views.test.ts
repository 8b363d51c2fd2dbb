import { expect } from 'vitest';
import { imageOf } from '../../../../helpers/store/new-results.ts';
import { viewOf } from '../../../../helpers/store/shown-photographs.ts';
import { type StoreStage, test } from '../../../../helpers/store/store-stage.ts';

const shown = async ({ store, job }: StoreStage, id: number) => (await viewOf(store, job(id).photographId!)).shown;

test('the whole picture of a step is the primary result, before its parts', async ({ stage }) => {
  const [id] = stage.add('a.jpg');
  for (const element of ['tops', null, 'pants'])
    stage.store.results.add(imageOf(stage.job(id), { element, path: `/out/${element}.png` }));
  expect(await shown(stage, id)).toMatchObject({ element: null });
});

test('a whole picture is the primary result, also before a head cut out later', async ({ stage }) => {
  const { jobs, results } = stage.store;
  const [first] = stage.add('a.jpg');
  const again = jobs.addAgain([first]).jobIds[0]!;
  results.add(imageOf(stage.job(again), { step: 1, operation: 'avatar-extraction', path: '/out/head.png' }));
  expect(await shown(stage, first)).toMatchObject({ path: '/out/head.png' });
  results.add(imageOf(stage.job(first), { path: '/out/whole.png' }));
  expect(await shown(stage, first)).toMatchObject({ path: '/out/whole.png' });
});

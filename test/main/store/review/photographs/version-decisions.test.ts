import { expect } from 'vitest';
import { reportedPhotographs, viewOf } from '../../../../helpers/store/shown-photographs.ts';
import { test } from '../../../../helpers/store/store-stage.ts';

test('a decision about a result is separate, can be undone, and sets the primary result', async ({ stage }) => {
  const { store, add } = stage;
  const [first] = add('a.jpg');
  stage.finish(first);
  const again = store.jobs.addAgain([first]).jobIds[0]!;
  stage.finish(again);
  const photographId = stage.job(first).photographId!;
  const versions = () => store.photographViews.versions(photographId);
  const [older, newer] = (await versions()).map(({ id }) => id);
  const shown = async () => (await viewOf(store, photographId)).shown?.id;
  expect(await shown()).toBe(newer);

  const steps = store.versionDecisions.decide([older!], { flag: 1, stars: 4 });
  expect(steps).toEqual([{ id: older, from: { flag: 0, stars: 0 }, to: { flag: 1, stars: 4 } }]);
  expect((await versions()).map(({ decision }) => decision)).toEqual([
    { flag: 1, stars: 4, label: 0 },
    { flag: 0, stars: 0, label: 0 },
  ]);
  expect(await shown()).toBe(older);
  expect(store.versionDecisions.decide([older!], { flag: 1 })).toEqual([]);

  expect(store.versionDecisions.restore(steps)).toEqual([
    { id: older, from: { flag: 1, stars: 4 }, to: { flag: 0, stars: 0 } },
  ]);
  expect(await shown()).toBe(newer);
});

test('reports the photographs of the decided results', async ({ stage }) => {
  const { store } = stage;
  const [job] = stage.add('a.jpg');
  stage.finish(job);
  const { photographId } = stage.job(job);
  const [version] = await store.photographViews.versions(photographId!);
  const reported = await reportedPhotographs(store, () => store.versionDecisions.decide([version!.id], { label: 2 }));
  expect(reported).toEqual([[photographId]]);
});

import { expect } from 'vitest';
import { paperJob } from '../../../../helpers/queue/queue-stage.ts';
import { addJobs } from '../../../../helpers/store/same-content.ts';
import { reportedPhotographs, viewOf } from '../../../../helpers/store/shown-photographs.ts';
import { recipe, test } from '../../../../helpers/store/store-stage.ts';

test('a file is one photograph, however many recipes it goes through', ({ stage }) => {
  const [first] = stage.add('a.jpg');
  stage.finish(first);
  const again = stage.store.jobs.addAgain([first]).jobIds[0]!;
  expect(stage.job(again).photographId).toBe(stage.job(first).photographId);
});

test('a changed file under the same name is another photograph', ({ stage }) => {
  const [id] = stage.add('a.jpg');
  const before = stage.job(id).photographId;
  const content = { contentHash: 'f'.repeat(64), bytes: 2, width: 3, height: 4 };
  expect(stage.store.jobs.changeContent(id, content)).toBe(true);
  expect(stage.job(id).photographId).not.toBe(before);
});

test('a decision changes its own fields, and is undone unless something newer was decided', async ({ stage }) => {
  const { store, add } = stage;
  const jobIds = add('a.jpg', 'b.jpg');
  stage.finish(jobIds[0]!);
  const ids = jobIds.map((id) => stage.job(id).photographId!);
  expect(store.photographs.decide(ids, { flag: 1 })).toEqual(
    ids.map((id) => ({ id, from: { flag: 0 }, to: { flag: 1 } })),
  );
  const steps = store.photographs.decide([ids[0]!], { flag: 1, stars: 3, note: 'the best' });
  expect(steps).toEqual([{ id: ids[0], from: { stars: 0, note: '' }, to: { stars: 3, note: 'the best' } }]);
  store.photographs.decide([ids[0]!], { note: 'written since' });
  expect(store.photographs.restore(steps)).toEqual([{ id: ids[0], from: { stars: 3 }, to: { stars: 0 } }]);
  const { decision } = await viewOf(store, ids[0]!);
  expect(decision).toEqual({ flag: 1, stars: 0, label: 0, note: 'written since' });
  expect(store.photographs.decide(ids, { flag: 1 })).toEqual([]);
});

test('reports the photographs of a decision', async ({ stage }) => {
  const { store } = stage;
  const [id] = stage.add('a.jpg').map((each) => stage.job(each).photographId!);
  const reported = await reportedPhotographs(store, () => store.photographs.decide([id!], { flag: -1 }));
  expect(reported).toEqual([[id]]);
});

test('keeps the text of a label from another program, whatever is decided here', async ({ stage }) => {
  const decision = { flag: 0, stars: 3, label: 0, foreignLabel: 'Kunde A' } as const;
  const [jobId] = addJobs(stage, [paperJob('a.jpg', recipe, { decision })]);
  stage.finish(jobId);
  const id = stage.job(jobId).photographId!;
  const view = () => viewOf(stage.store, id);
  expect(await view()).toMatchObject({ decision: { stars: 3, label: 0 }, foreignLabel: 'Kunde A' });
  const steps = stage.store.photographs.decide([id], { label: 2 });
  expect(await view()).toMatchObject({ decision: { label: 2 }, foreignLabel: 'Kunde A' });
  stage.store.photographs.restore(steps);
  expect(await view()).toMatchObject({ decision: { label: 0 }, foreignLabel: 'Kunde A' });
});

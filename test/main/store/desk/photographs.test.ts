import { expect } from 'vitest';
import { test } from '../../../helpers/store-stage.ts';

const photographOf = (db: { photographId: number }[]) => db.map(({ photographId }) => photographId);

test('a file is one photograph, however many recipes it goes through', ({ stage }) => {
  const { store, add } = stage;
  const [first] = add('a.jpg');
  stage.finish(first!);
  const again = store.jobs.again([first!]).jobIds[0]!;
  const ids = photographOf([first!, again].map((id) => ({ photographId: stage.job(id).photographId! })));
  expect(new Set(ids).size).toBe(1);
});

test('what changed under its name is another photograph', ({ stage }) => {
  const { store, add } = stage;
  const [id] = add('a.jpg');
  const before = stage.job(id!).photographId;
  expect(store.jobs.changeContent(id!, { contentHash: 'f'.repeat(64), bytes: 2, width: 3, height: 4 })).toBe(true);
  expect(stage.job(id!).photographId).not.toBe(before);
});

test('a decision changes what it names, and can be taken back', ({ stage }) => {
  const { store, add } = stage;
  const ids = add('a.jpg', 'b.jpg').map((id) => stage.job(id).photographId!);
  const none = { flag: 0, stars: 0, label: 0, note: '' };
  expect(store.photographs.decide(ids, { flag: 1 })).toMatchObject([
    { id: ids[0], ...none },
    { id: ids[1], ...none },
  ]);
  const before = store.photographs.decide([ids[0]!], { stars: 3, note: 'the best' });
  expect(before).toMatchObject([{ ...none, id: ids[0], flag: 1 }]);
  expect(store.photographs.restore(before)).toMatchObject([{ id: ids[0], flag: 1, stars: 3, note: 'the best' }]);
  expect(store.photographs.decide(ids, { flag: 1 })).toEqual([]);
});

test('tells which photographs were decided about', async ({ stage }) => {
  const { store, add } = stage;
  const [id] = add('a.jpg').map((each) => stage.job(each).photographId!);
  await Promise.resolve();
  const told: number[] = [];
  store.changes.subscribe(({ photographs }) => void told.push(...photographs));
  store.photographs.decide([id!], { flag: -1 });
  await Promise.resolve();
  expect(told).toEqual([id]);
});

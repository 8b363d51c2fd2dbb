import { expect } from 'vitest';
import type { TouchUpEdit } from '../../../../contract/touch-up/touch-up.ts';
import { openStore, type Store } from '../../../../main/store/index.ts';
import { strokeOf } from '../../../helpers/photograph/damaged-cutout.ts';
import { imageOf } from '../../../helpers/store/new-results.ts';
import { runSql } from '../../../helpers/store/own-folder.ts';
import { type StoreStage, test } from '../../../helpers/store/store-stage.ts';

const touch: TouchUpEdit = { by: 'brush', strokes: [strokeOf('1,2 3,4', 5)] };
const file = (path: string) => ({ path, hash: 'a'.repeat(64), bytes: 7 });

/** Finishes an image. Returns its result. */
async function finished({ add, bring, store, job }: StoreStage): Promise<{ jobId: number; resultId: number }> {
  const [jobId] = add('a');
  store.results.add(imageOf(bring(jobId, 'placing')));
  store.writtenFiles.add({ path: '/out/a.png', hash: 'b'.repeat(64), bytes: 9 }, { jobId, step: 0, element: '' });
  store.moves.move(job(jobId), 'done');
  const [result] = await store.results.ofJob(jobId);
  return { jobId, resultId: result?.id ?? 0 };
}

function version(store: Store, resultId: number, path: string): number {
  expect(store.touchUps.note(resultId, file(path), touch)).toBe(true);
  return store.touchUps.list(resultId, file(path), touch) ?? 0;
}

test('numbers the versions of a result one after the other', async ({ stage }) => {
  const { jobId, resultId } = await finished(stage);
  const [one, two] = [version(stage.store, resultId, '/out/1.png'), version(stage.store, resultId, '/out/2.png')];
  expect([one, two].map((id) => stage.store.touchUps.get(id))).toMatchObject([
    { version: 1, touch, path: '/out/1.png', own: { id: resultId, path: '/out/a.png', jobId } },
    { version: 2, touch, path: '/out/2.png', own: { id: resultId } },
  ]);
  // Only the service's result counts, for the job and for jobs that would claim or copy its files.
  expect(stage.store.views.byId([jobId])).toMatchObject([{ resultCount: 1 }]);
  expect(stage.store.results.ofGroup(jobId)).toHaveLength(1);
  expect(stage.store.writtenFiles.ofGroup(jobId).map(({ path }) => path)).toEqual(['/out/a.png']);
  expect(stage.store.writtenFiles.ofResult({ jobId, step: 0, element: '' })).toHaveLength(1);
  expect(stage.store.writtenFiles.isOwn('', '/out/2.png')).toBe(true);
});

test('a version is a result once its file has its name, not earlier; finishing twice makes one', async ({ stage }) => {
  const { resultId } = await finished(stage);
  const { touchUps } = stage.store;
  touchUps.note(resultId, file('/out/1.png'), touch);
  expect(touchUps.unfinished()).toEqual([{ path: '/out/1.png', hash: 'a'.repeat(64) }]);
  const id = touchUps.finish('/out/1.png')!;
  expect(touchUps.finish('/out/1.png')).toBe(id);
  expect(touchUps.unfinished()).toEqual([]);

  for (const each of [id, resultId]) touchUps.remove(each);
  expect([touchUps.get(id), touchUps.get(resultId)?.version]).toEqual([null, 0]);
});

test('two versions at once have different numbers and names, whichever is listed first', async ({ stage }) => {
  const { resultId } = await finished(stage);
  const { touchUps } = stage.store;
  const otherStore = openStore({ folder: stage.folder });
  expect(touchUps.note(resultId, file('/out/1.png'), touch)).toBe(true);
  expect(otherStore.touchUps.note(resultId, file('/out/1.png'), touch)).toBe(false);
  expect(otherStore.touchUps.note(resultId, file('/out/2.png'), touch)).toBe(true);
  const second = otherStore.touchUps.list(resultId, file('/out/2.png'), touch)!;
  // Another process takes the file for a leftover of a kill.
  otherStore.touchUps.forget('/out/1.png');
  const first = touchUps.list(resultId, file('/out/1.png'), touch)!;
  const numbers = [first, second].map((id) => touchUps.get(id));
  expect(numbers.map((version) => version?.path)).toEqual(['/out/1.png', '/out/2.png']);
  expect(new Set(numbers.map((version) => version?.version)).size).toBe(2);
  otherStore.close();
});

test('the name of a version is unique, whether its file exists or not', async ({ stage }) => {
  const { resultId } = await finished(stage);
  const { touchUps, writtenFiles } = stage.store;
  const id = version(stage.store, resultId, '/out/1.png');
  for (const path of ['/out/1.png', '/out/a.png'])
    expect(touchUps.note(resultId, { ...file(path), hash: 'c'.repeat(64) }, touch)).toBe(false);
  expect(touchUps.get(id)).toMatchObject({ version: 1, path: '/out/1.png', hash: 'a'.repeat(64) });
  touchUps.forget('/out/1.png');
  expect([touchUps.hasName('/out/1.png'), touchUps.hasName('/out/a.png')]).toEqual([true, false]);
  touchUps.remove(id);
  expect([touchUps.hasName('/out/1.png'), writtenFiles.isOwn('', '/out/a.png')]).toEqual([false, true]);
  expect(touchUps.note(resultId, file('/out/1.png'), touch)).toBe(true);
});

test('versions and their strokes survive the repair of a damaged database', async ({ stage }) => {
  const { jobId, resultId } = await finished(stage);
  const id = version(stage.store, resultId, '/out/1.png');
  stage.store.touchUps.note(resultId, file('/out/2.png'), touch);
  stage.store.close();
  runSql(stage.folder, `UPDATE jobs SET operation = 'portrait-backgrotnd-removal'`);

  const store = openStore({ folder: stage.folder });
  expect(store.rescue).not.toBe(null);
  expect(store.touchUps.get(id)).toMatchObject({ version: 1, touch, path: '/out/1.png' });
  expect(store.touchUps.unfinished()).toMatchObject([{ path: '/out/2.png' }]);
  expect(store.writtenFiles.ofResult({ jobId, step: 0, element: '' })).toMatchObject([{ path: '/out/a.png' }]);
  store.close();
});

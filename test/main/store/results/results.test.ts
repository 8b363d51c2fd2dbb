import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { NewResult } from '../../../../main/store/index.ts';
import { type StoreStage, test } from '../../../helpers/store/store-stage.ts';

const image = (stage: StoreStage, jobId: number, element: string | null = null, path = '/out/a.png'): NewResult => ({
  jobId,
  batchId: stage.job(jobId).batchId,
  step: 0,
  operation: 'avatar-extraction',
  kind: 'image',
  element,
  path,
  width: 30,
  height: 20,
  bytes: 1234,
  box: element === null ? null : { x: 1, y: 2.5, width: 30, height: 20 },
});

describe('results', () => {
  test('are counted on their job and reported', async ({ stage }) => {
    const { store } = stage;
    const [id] = stage.add('a');
    const changedIds: number[] = [];
    store.changes.subscribe(({ photographs }) => changedIds.push(...photographs));
    store.results.add(image(stage, id!, '1'));
    store.results.add(image(stage, id!, '2'));
    expect(store.views.byId([id!])[0]?.resultCount).toBe(2);
    await null;
    expect(changedIds).toEqual([stage.job(id!).photographId]);
    expect(await store.results.ofJob(id!)).toMatchObject([
      { element: '1', box: { x: 1, y: 2.5, width: 30, height: 20 }, bytes: 1234, present: false },
      { element: '2' },
    ]);
  });

  test('are stored once if added twice', async ({ stage }) => {
    const { store } = stage;
    const [id] = stage.add('a');
    store.results.add(image(stage, id!));
    store.results.add(image(stage, id!, null, '/out/a-2.png'));
    expect(await store.results.ofJob(id!)).toMatchObject([{ element: null, box: null, path: '/out/a-2.png' }]);
    expect(store.views.byId([id!])[0]?.resultCount).toBe(1);
  });

  test('report whether their file still exists', async ({ stage }) => {
    const { store } = stage;
    const [id] = stage.add('a');
    const path = join(stage.folder, 'here.png');
    writeFileSync(path, '');
    store.results.add(image(stage, id!, null, path));
    const [result] = await store.results.ofJob(id!);
    expect(result?.present).toBe(true);
    expect(store.results.pathOf(result!.id)).toBe(path);
    expect(store.results.pathOf(4711)).toBe(null);
    expect(await store.results.get(4711)).toBe(null);
  });

  test('of an analysis keep the complete response next to its scaled form', ({ stage }) => {
    const { store } = stage;
    const [a, b] = stage.add('a', 'b');
    const raw = { result: { x: 1 }, unknown: ['kept', null], text: 'ünï' };
    const common = {
      batchId: 1,
      step: 0,
      operation: 'skin-analysis',
      kind: 'analysis',
      raw,
      width: 80,
      height: 60,
    } as const;
    store.results.add({ ...common, jobId: a!, body: null });
    store.results.add({ ...common, jobId: b!, body: { result: { x: 2 } } });
    expect(store.results.raw(2)).toEqual(raw);
    expect(store.results.analysis(1)).toEqual({
      resultId: 1,
      operation: 'skin-analysis',
      body: raw,
      width: 80,
      height: 60,
    });
    expect(store.results.analysis(2)?.body).toEqual({ result: { x: 2 } });
    expect([store.results.analysis(3), store.results.raw(3)]).toEqual([null, null]);
  });
});

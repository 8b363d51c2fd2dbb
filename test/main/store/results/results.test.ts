import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { analysisOf, imageOf } from '../../../helpers/store/new-results.ts';
import { reportedPhotographs } from '../../../helpers/store/shown-photographs.ts';
import { test } from '../../../helpers/store/store-stage.ts';

describe('results', () => {
  test('are counted on their job and reported', async ({ stage }) => {
    const { store } = stage;
    const [id] = stage.add('a');
    const box = { x: 1, y: 2.5, width: 30, height: 20 };
    const reported = await reportedPhotographs(store, () => {
      for (const element of ['1', '2']) store.results.add(imageOf(stage.job(id), { element, box }));
    });
    expect(reported).toEqual([[stage.job(id).photographId]]);
    expect(store.views.byId([id])[0]?.resultCount).toBe(2);
    expect(await store.results.ofJob(id)).toMatchObject([
      { element: '1', box, bytes: 9, present: false },
      { element: '2' },
    ]);
  });

  test('are stored once if added twice', async ({ stage }) => {
    const { store } = stage;
    const [id] = stage.add('a');
    for (const path of ['/out/a.png', '/out/a-2.png']) store.results.add(imageOf(stage.job(id), { path }));
    expect(await store.results.ofJob(id)).toMatchObject([{ element: null, box: null, path: '/out/a-2.png' }]);
    expect(store.views.byId([id])[0]?.resultCount).toBe(1);
  });

  test('report whether their file still exists', async ({ stage }) => {
    const { results } = stage.store;
    const [id] = stage.add('a');
    const path = join(stage.folder, 'here.png');
    writeFileSync(path, '');
    results.add(imageOf(stage.job(id), { path }));
    const [result] = await results.ofJob(id);
    expect(result?.present).toBe(true);
    expect([results.pathOf(result!.id), results.pathOf(4711), await results.get(4711)]).toEqual([path, null, null]);
  });

  test('of an analysis keep the complete response next to its scaled form', ({ stage }) => {
    const { results } = stage.store;
    const [a, b] = stage.add('a', 'b');
    const raw = { result: { x: 1 }, unknown: ['kept', null], text: 'ünï' };
    const body = { result: { x: 2 } };
    results.add(analysisOf(stage.job(a), { raw }));
    results.add(analysisOf(stage.job(b), { raw, body }));
    expect(results.raw(2)).toEqual(raw);
    const { operation } = stage.job(a);
    expect(results.analysis(1)).toEqual({ resultId: 1, operation, body: raw, width: 60, height: 40 });
    expect(results.analysis(2)?.body).toEqual(body);
    expect([results.analysis(3), results.raw(3)]).toEqual([null, null]);
  });
});

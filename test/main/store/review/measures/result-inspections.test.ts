import { describe, expect } from 'vitest';
import { everyPhotograph } from '../../../../../contract/review/list-queries.ts';
import type { ResultFlaw } from '../../../../../contract/review/result-flaws.ts';
import { openReviewQueries } from '../../../../../main/store/review/queries.ts';
import { imageOf } from '../../../../helpers/store/new-results.ts';
import { viewOf } from '../../../../helpers/store/shown-photographs.ts';
import { type StoreStage, test } from '../../../../helpers/store/store-stage.ts';

const missing: ResultFlaw = { kind: 'missing', box: { x: 0.1, y: 0.5, width: 0.2, height: 0.25 }, amount: 0.04 };
const halo: ResultFlaw = { kind: 'halo', box: null, amount: 0.6 };

/** Finishes the job of this name with one picture. Returns the result's id. */
async function pictured(stage: StoreStage, name: string, element: string | null = null): Promise<number> {
  const [id] = stage.add(name);
  stage.store.results.add(imageOf(stage.bring(id, 'placing'), { element, path: `/finished/${name}.png` }));
  stage.store.moves.move(stage.job(id), 'done');
  return (await stage.store.results.ofJob(id))[0]!.id;
}

function flawed({ folder }: StoreStage): number[] {
  const queries = openReviewQueries(`${folder}/burnish.db`);
  const { ids } = queries['photographs.head']({ ...everyPhotograph, sort: 'name', descending: false, flawed: true });
  queries.close();
  return ids as number[];
}

describe('results to inspect', () => {
  test('are whole pictures of finished jobs, newest first', async ({ stage }) => {
    const { inspections } = stage.store;
    const firstId = await pictured(stage, 'one');
    await pictured(stage, 'part', 'tops');
    const secondId = await pictured(stage, 'two');
    const [open] = stage.add('open');
    stage.store.results.add(imageOf(stage.bring(open, 'placing')));

    const next = inspections.next();
    expect(next).toMatchObject({ resultId: secondId, operation: 'portrait-background-removal', step: 0, box: null });
    expect(next?.photograph.sourcePath).toContain('two');
    inspections.put(secondId, 1, []);
    expect(inspections.next()?.resultId).toBe(firstId);
    expect(inspections.skipOthers(['built-in'])).toBe(0);
    // The unfinished one is skipped too.
    expect(inspections.skipOthers(['another'])).toBe(2);
    expect(inspections.next()).toBeNull();
    expect(inspections.next(true)?.resultId).toBe(firstId);
  });

  test('return another day if their files are unavailable, and for a new inspection version', async ({ stage }) => {
    const { inspections } = stage.store;
    const id = await pictured(stage, 'one');
    inspections.postpone(id);
    expect(inspections.next()).toBeNull();
    stage.clock.advance(25 * 60 * 60 * 1000);
    expect(inspections.next()?.resultId).toBe(id);
    inspections.put(id, 1, [halo]);
    inspections.renew(1);
    expect(inspections.next()).toBeNull();
    inspections.renew(2);
    expect(inspections.next()?.resultId).toBe(id);
    inspections.put(id, 2, [missing]);
    expect(inspections.flawsOf([id]).get(id)).toEqual([missing]);
  });

  test('show their flaws until the user accepts them', async ({ stage }) => {
    const { inspections, photographViews } = stage.store;
    const [one, two] = [await pictured(stage, 'one'), await pictured(stage, 'two')];
    const of = async (...ids: number[]) => (await photographViews.ofResults(ids)).map(({ shown }) => shown?.flaws);
    inspections.put(one, 1, [missing, halo]);
    inspections.put(two, 1, []);
    expect(await of(one, two)).toEqual([[missing, halo], []]);
    const [photograph] = (await photographViews.ofResults([one])).map(({ id }) => id);
    expect(flawed(stage)).toEqual([photograph]);
    expect(inspections.list()).toMatchObject([{ file: '/finished/one.png', kinds: ['missing', 'halo'] }]);
    expect(inspections.setAccepted([one, two], true)).toEqual([one]);
    expect(await of(one, two)).toEqual([[], []]);
    expect(flawed(stage)).toEqual([]);
    // Accepted permanently: a new inspection version skips the result too.
    inspections.renew(9);
    expect(inspections.next()?.resultId).toBe(two);
    expect(inspections.setAccepted([one], false)).toEqual([one]);
    expect(await of(one)).toEqual([[missing, halo]]);
    expect((await viewOf(stage.store, photograph!)).shown?.flaws).toHaveLength(2);
  });

  test('keep no data of faces once analysis data is forgotten', async ({ stage }) => {
    const { inspections, analysisRemoval } = stage.store;
    const id = await pictured(stage, 'one');
    inspections.put(id, 1, [halo, { ...missing, kind: 'face' }, { ...missing, kind: 'person' }]);
    await analysisRemoval.forget({ before: Number.MAX_SAFE_INTEGER });
    expect(inspections.flawsOf([id]).get(id)).toEqual([halo]);
  });

  test('wait while the engine has jobs that are not held', ({ stage }) => {
    const { inspections, actions } = stage.store;
    expect(inspections.isNeeded('built-in')).toBe(false);
    const ids = stage.add('one');
    expect(inspections.isNeeded('built-in')).toBe(true);
    expect(inspections.isNeeded('another')).toBe(false);
    actions.setHeld(ids, true);
    expect(inspections.isNeeded('built-in')).toBe(false);
  });
});

import { createHash } from 'node:crypto';
import { describe, expect } from 'vitest';
import { everyPhotograph, type PhotographQuery } from '../../../../../contract/review/list-queries.ts';
import type { NewProof } from '../../../../../main/store/index.ts';
import { openReviewQueries } from '../../../../../main/store/review/queries.ts';
import { everything, reportedPhotographs } from '../../../../helpers/store/shown-photographs.ts';
import { type StoreStage, test } from '../../../../helpers/store/store-stage.ts';

const batch = { title: 'Wedding', origin: 'drop', folderId: null } as const;
const proof = (name: string): NewProof => ({
  sourcePath: `/card/${name}`,
  relativeFolder: 'day',
  contentHash: createHash('sha256').update(name).digest('hex'),
  bytes: 1000,
  width: 30,
  height: 20,
});
const judgement = { sharpness: 2, clippedLow: 0, clippedHigh: 0, light: 0.5, faces: 1, eyesOpen: 1, eyesShut: 0 };

/** Queries the lists of the window with fresh connections. */
function listed({ folder }: StoreStage, query: Partial<PhotographQuery> = {}) {
  const queries = openReviewQueries(`${folder}/burnish.db`);
  const meant = { ...everyPhotograph, sort: 'name', descending: false, ...query } as const;
  const { ids } = queries['photographs.head'](meant);
  const count = queries['photographs.count'](meant);
  const places = queries['photographs.places']({ now: Date.now() });
  const sources = queries['photographs.sources']({ query: meant, except: [] });
  queries.close();
  return { ids, count, places, sources };
}

/** Adds a job that processes the photograph of a proof. Returns its id. */
function process(stage: StoreStage, name: string, template = stage.job(stage.add('another')[0])): number {
  const { sourcePath, contentHash } = proof(name);
  const later = { title: 'Later', origin: 'drop', folderId: null } as const;
  return stage.store.jobs.add(later, [{ ...template, sourcePath, contentHash, profileId: 'built-in' }]).jobIds[0]!;
}

describe('proofs', () => {
  test('are on the light table, with no result and no job', async ({ stage }) => {
    const { store } = stage;
    const { batchId, added } = store.proofs.add(batch, [proof('a.jpg'), proof('b.jpg')]);
    expect(added).toBe(2);
    const { ids, places, sources } = listed(stage, { batchId });
    expect(ids).toHaveLength(2);
    expect(listed(stage).ids).toEqual(ids);
    expect(places).toMatchObject({ all: 2, batches: [{ id: batchId, count: 2, proofs: true, isOpen: true }] });
    expect(store.batches.list()).toMatchObject([{ id: batchId, proofs: true }]);
    const views = await store.photographViews.byId(ids, { ...everything, batchId });
    expect(views.map((view) => [view?.name, view?.shown, view?.versions, view?.proofOf])).toEqual([
      ['a.jpg', null, 0, batchId],
      ['b.jpg', null, 0, batchId],
    ]);
    // Lists of a recipe or another batch show results only.
    expect(await store.photographViews.byId(ids, { ...everything, batchId: 99 })).toEqual([null, null]);
    expect(sources).toMatchObject([
      { path: '/card/a.jpg', relativeFolder: 'day', recipeId: null, title: 'Wedding' },
      { path: '/card/b.jpg', relativeFolder: 'day', recipeId: null, title: 'Wedding' },
    ]);
    expect(store.views.counts()).toMatchObject({ queued: 0, done: 0 });
  });

  test('get decisions like results do, and their results represent them', async ({ stage }) => {
    const { store } = stage;
    const { batchId } = store.proofs.add(batch, [proof('a.jpg'), proof('b.jpg')]);
    const [a, b] = listed(stage).ids as [number, number];
    store.photographs.decide([a], { flag: 1, stars: 4 });
    expect(listed(stage, { batchId, flags: [1], unprocessed: true }).ids).toEqual([a]);
    // The picked photograph is processed in a separate batch.
    const jobId = process(stage, 'a.jpg');
    expect(stage.job(jobId).photographId).toBe(a);
    stage.finish(jobId);
    expect(listed(stage, { batchId, flags: [1], unprocessed: true }).ids).toEqual([]);
    expect(listed(stage, { batchId, unprocessed: true }).ids).toEqual([b]);
    expect(listed(stage, { batchId }).count).toBe(2);
    const [view] = await store.photographViews.byId([a], { ...everything, batchId });
    expect(view?.shown?.jobId).toBe(jobId);
    expect(listed(stage, { batchId }).sources.map(({ recipeId }) => recipeId)).toEqual([
      stage.job(jobId).recipe.id,
      null,
    ]);
  });

  test('that exist already stay where they are, and no empty batch is created', ({ stage }) => {
    const { store } = stage;
    const first = store.proofs.add(batch, [proof('a.jpg')]);
    const again = store.proofs.add({ ...batch, title: 'Again' }, [proof('a.jpg')]);
    expect(again).toEqual({ batchId: null, added: 0, before: first.batchId });
    expect(store.batches.list()).toHaveLength(1);
    const more = store.proofs.add({ batchId: first.batchId! }, [proof('a.jpg'), proof('b.jpg')]);
    expect(more).toEqual({ batchId: first.batchId, added: 1, before: first.batchId });
  });

  test('can be taken off the light table and put back, except those with results', ({ stage }) => {
    const { store } = stage;
    const { batchId } = store.proofs.add(batch, [proof('a.jpg'), proof('b.jpg')]);
    const [a, b] = listed(stage).ids as [number, number];
    stage.finish(process(stage, 'a.jpg'));
    store.photographs.decide([b], { stars: 3 });
    const rows = store.proofs.remove([a, b]);
    expect(rows.map(({ id }) => id)).toEqual([b]);
    expect(listed(stage).ids).toEqual([a]);
    expect(store.proofs.putBack(rows)).toEqual(rows);
    expect(listed(stage, { batchId, stars: { is: '=', n: 3 } }).ids).toEqual([b]);
  });

  test('in progress cannot be processed or taken off until they have failed', async ({ stage }) => {
    const { store } = stage;
    const { batchId } = store.proofs.add(batch, [proof('a.jpg')]);
    const [a] = listed(stage).ids as [number];
    const template = stage.job(stage.add('another')[0]);
    let jobId = 0;
    const reported = await reportedPhotographs(store, () => {
      jobId = process(stage, 'a.jpg', template);
    });
    expect(reported).toEqual([[a]]);
    expect(listed(stage, { batchId, unprocessed: true }).ids).toEqual([]);
    expect(store.proofs.remove([a])).toEqual([]);
    expect(listed(stage).places.batches.find(({ id }) => id === batchId)).toMatchObject({ count: 1, isOpen: false });
    stage.bring(jobId, 'failed');
    expect(listed(stage, { batchId, unprocessed: true }).ids).toEqual([a]);
    expect(store.proofs.remove([a]).map(({ id }) => id)).toEqual([a]);
  });

  test('leave their stacks when they are taken off, and are measured again when they are put back', ({ stage }) => {
    const { store } = stage;
    store.proofs.add(batch, ['a', 'b', 'c'].map(proof));
    const [a, b, c] = listed(stage).ids as [number, number, number];
    const likeness = { takenAt: 0, camera: null, hash: '0'.repeat(16), tint: '80'.repeat(32) };
    for (const id of [a, b, c]) store.measures.put(id, 1, likeness);
    store.stacks.replace([a, b, c], [{ ids: [a, b, c], best: c }]);
    for (const id of [a, b, c]) store.proofs.markRated(id);
    const rows = store.proofs.remove([a]);
    expect(store.stacks.of(b).map(({ id, place, size, best }) => [id, place, size, best])).toEqual([
      [b, 0, 2, false],
      [c, 1, 2, true],
    ]);
    store.proofs.putBack(rows);
    expect(store.proofs.nextUnrated(0)?.id).toBe(a);
    expect(store.measures.isMeasured(a, 1)).toBe(false);
    store.proofs.remove([b]);
    expect(store.stacks.members([c])).toEqual([]);
  });

  test('show their flaws once they are measured', async ({ stage }) => {
    const { store } = stage;
    store.proofs.add(batch, ['a', 'b', 'c', 'd'].map(proof));
    const ids = listed(stage).ids as [number, number, number, number];
    const likeness = { takenAt: 0, camera: null, hash: '0'.repeat(16), tint: '80'.repeat(32) };
    for (const id of ids) store.measures.put(id, 1, likeness);
    const [good, shut, soft, crowd] = ids;
    store.measures.putRating(good, judgement);
    store.measures.putRating(shut, { ...judgement, faces: 3, eyesOpen: 1.99, eyesShut: 1 });
    store.measures.putRating(soft, { ...judgement, sharpness: 1.1 });
    // Five faces with slightly uncertain eyes.
    store.measures.putRating(crowd, { ...judgement, faces: 5, eyesOpen: 4.27, eyesShut: 0 });
    const views = await store.photographViews.byId(ids, everything);
    expect(views.map((view) => view?.quality?.flaws)).toEqual([[], ['eyes'], ['focus'], []]);
    expect(listed(stage, { flaws: ['eyes'] }).ids).toEqual([shut]);
    expect(listed(stage, { flaws: ['eyes', 'focus'] }).ids).toEqual([shut, soft]);
    const next = (above = 0) => store.proofs.nextUnrated(above)?.id ?? null;
    expect(next()).toBe(good);
    store.proofs.markRated(good);
    expect([next(), next(shut)]).toEqual([shut, soft]);
  });
});

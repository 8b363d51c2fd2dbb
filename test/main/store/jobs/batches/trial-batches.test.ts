import { describe, expect } from 'vitest';
import { paperJob, recipeOf } from '../../../../helpers/queue/queue-stage.ts';
import { type StoreStage, test } from '../../../../helpers/store/store-stage.ts';

const recipe = recipeOf('universal-background-removal');

function add({ store }: StoreStage, count: number, trial: { count: number; spread: boolean }) {
  const items = Array.from({ length: count }, (_, at) =>
    paperJob(`p${at}`, recipe, { width: at % 2 === 0 ? 60 : 20, height: 40 + at }),
  );
  const { batchId, jobIds } = store.jobs.add({ title: 'b', origin: 'drop', folderId: null, trial }, items);
  return { batchId: batchId!, jobIds };
}
const free = ({ store }: StoreStage, ids: readonly number[]) =>
  store.views.byId(ids).flatMap(({ id, held }) => (held ? [] : ids.indexOf(id)));

describe('a trial', () => {
  test('of the first ones starts these as they arrive, and holds the rest until it ends', ({ stage }) => {
    const { store } = stage;
    const { batchId, jobIds } = add(stage, 5, { count: 2, spread: false });
    expect(free(stage, jobIds).sort()).toEqual([0, 1]);
    store.trials.choose(batchId);
    expect(store.trials.get(batchId)).toEqual({ count: 2, done: 0, open: 2, left: 3 });
    expect(store.trials.rest(batchId)).toEqual(jobIds.slice(2));
    expect(store.openWork(null).map(({ needs, count }) => [needs, count])).toContainEqual(['trial', 3]);
    store.trials.end(batchId);
    expect(store.trials.get(batchId)).toBe(null);
    expect(free(stage, jobIds)).toHaveLength(5);
  });

  test('has first photographs and unsent ones before it starts', ({ stage }) => {
    const { store } = stage;
    const { batchId, jobIds } = add(stage, 5, { count: 2, spread: false });
    expect(store.trials.first(batchId)).toEqual(jobIds.slice(0, 2));
    expect(store.trials.unsent(batchId)).toEqual(jobIds);
    stage.finish(jobIds[0]!);
    expect(store.trials.first(batchId)).toEqual([jobIds[1]]);
    expect(store.trials.unsent(batchId)).toEqual(jobIds.slice(1));
    store.trials.end(batchId);
    expect(store.trials.first(batchId)).toEqual(jobIds.slice(1, 4));
  });

  test('of different ones picks portrait and landscape, small and large, once all are added', ({ stage }) => {
    const { store } = stage;
    const { batchId, jobIds } = add(stage, 12, { count: 3, spread: true });
    expect(free(stage, jobIds)).toEqual([]);
    store.trials.choose(batchId);
    const chosen = free(stage, jobIds);
    expect(chosen).toHaveLength(3);
    expect(new Set(chosen.map((at) => at % 2)).size).toBe(2);
  });

  test('of no more photographs than its first ones is none', ({ stage }) => {
    const { store } = stage;
    const { batchId, jobIds } = add(stage, 3, { count: 3, spread: true });
    store.trials.choose(batchId);
    expect([store.trials.get(batchId), free(stage, jobIds).length]).toEqual([null, 3]);
    const first = add(stage, 0, { count: 3, spread: false });
    expect(first.jobIds).toEqual([]);
  });

  test('continues for named jobs of reviewed batches only', ({ stage }) => {
    const { store } = stage;
    const { batchId, jobIds } = add(stage, 4, { count: 1, spread: false });
    store.trials.release(jobIds, []);
    expect(store.trials.waiting()).toEqual([batchId]);
    store.trials.release([jobIds[2]!], store.trials.waiting());
    expect([free(stage, jobIds).sort(), store.trials.waiting()]).toEqual([[0, 2], [batchId]]);
    store.trials.release(jobIds, store.trials.waiting());
    expect(store.trials.waiting()).toEqual([]);
  });

  test('holds photographs whose content another trial holds', ({ stage }) => {
    const { store } = stage;
    add(stage, 4, { count: 1, spread: false });
    const items = Array.from({ length: 4 }, (_, at) =>
      paperJob(`p${at}`, recipe, { sourcePath: `/copies/p${at}.jpg`, width: 60, height: 40 + at }),
    );
    const trial = { count: 1, spread: false };
    const copies = store.jobs.add({ title: 'c', origin: 'drop', folderId: null, trial }, items);
    store.trials.choose(copies.batchId!);
    expect(store.trials.get(copies.batchId!)).toMatchObject({ left: 3 });
  });

  test('with a limit counts earlier requests, and holds the rest of the named jobs', ({ stage }) => {
    const { store } = stage;
    const items = Array.from({ length: 6 }, (_, at) => paperJob(`p${at}`, recipe));
    const { batchId, jobIds } = store.jobs.add({ title: 'b', origin: 'drop', folderId: null }, items);
    stage.finish(jobIds[0]!);
    store.trials.limit(jobIds.slice(0, 5), 3);
    expect(free(stage, jobIds).sort()).toEqual([0, 1, 2, 5]);
    expect(store.trials.get(batchId!)).toMatchObject({ count: 3, left: 2 });
    store.trials.limit(jobIds.slice(0, 5), 4);
    expect(free(stage, jobIds).sort()).toEqual([0, 1, 2, 3, 5]);
    store.trials.limit(jobIds, 6);
    expect([free(stage, jobIds).length, store.trials.get(batchId!)]).toEqual([6, null]);
  });

  test('with a limit covers all batches of its jobs, except jobs done before it', ({ stage }) => {
    const { store } = stage;
    const [before] = stage.add('before');
    stage.finish(before!);
    const first = add(stage, 4, { count: 2, spread: false });
    const items = [paperJob('q0', recipe), paperJob('q1', recipe)];
    const trial = { count: 2, spread: false };
    const second = store.jobs.add({ title: 'c', origin: 'drop', folderId: null, trial }, items);
    const all = [before!, ...first.jobIds, ...second.jobIds];
    store.trials.limit(all, 2);
    expect(free(stage, all).sort()).toEqual([0, 1, 2]);
    expect(store.trials.waiting()).toEqual([first.batchId, second.batchId]);
  });

  test('with a limit picks different ones, and leaves paused photographs paused', ({ stage }) => {
    const { store } = stage;
    const { batchId, jobIds } = add(stage, 12, { count: 3, spread: true });
    const [paused] = stage.add('paused');
    store.actions.setHeld([paused!], true);
    store.trials.limit([...jobIds, paused!], 4);
    const chosen = free(stage, jobIds);
    expect([chosen.length, new Set(chosen.map((at) => at % 2)).size, free(stage, [paused!])]).toEqual([4, 2, []]);
    expect(store.trials.get(batchId)).toMatchObject({ count: 4, left: 8 });
  });
});

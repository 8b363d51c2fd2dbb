import { describe, expect } from 'vitest';
import type { NewJob } from '../../../../../main/store/index.ts';
import { paperJob, recipeOf } from '../../../../helpers/queue/queue-stage.ts';
import { addJobs } from '../../../../helpers/store/same-content.ts';
import { type StoreStage, test } from '../../../../helpers/store/store-stage.ts';

const recipe = recipeOf('universal-background-removal');

/** Photographs by turns in landscape and portrait format, the later the larger. */
const photographs = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    paperJob(`p${index}`, recipe, { width: index % 2 === 0 ? 60 : 20, height: 40 + index }),
  );

function addTrial({ store }: StoreStage, items: readonly NewJob[], count: number, spread = false) {
  const trial = { count, spread };
  const { batchId, jobIds } = store.jobs.add({ title: 'b', origin: 'drop', folderId: null, trial }, items);
  return { batchId: batchId!, jobIds };
}

/** Places of the jobs that are not held. */
const free = ({ store }: StoreStage, ids: readonly number[]) =>
  store.views
    .byId(ids)
    .flatMap(({ id, held }) => (held ? [] : ids.indexOf(id)))
    .sort();

describe('a trial', () => {
  test('of the first ones starts these as they arrive, and holds the rest until it ends', ({ stage }) => {
    const { trials, openWork } = stage.store;
    const { batchId, jobIds } = addTrial(stage, photographs(5), 2);
    expect(free(stage, jobIds)).toEqual([0, 1]);
    trials.choose(batchId);
    expect(trials.get(batchId)).toEqual({ count: 2, done: 0, open: 2, left: 3 });
    expect(trials.rest(batchId)).toEqual(jobIds.slice(2));
    expect(openWork(null).map(({ needs, count }) => [needs, count])).toContainEqual(['trial', 3]);

    trials.end(batchId);
    expect(trials.get(batchId)).toBe(null);
    expect(free(stage, jobIds)).toHaveLength(5);
  });

  test('has first photographs and unsent ones before it starts', ({ stage }) => {
    const { trials } = stage.store;
    const { batchId, jobIds } = addTrial(stage, photographs(5), 2);
    expect([trials.first(batchId), trials.unsent(batchId)]).toEqual([jobIds.slice(0, 2), jobIds]);

    stage.finish(jobIds[0]!);
    expect([trials.first(batchId), trials.unsent(batchId)]).toEqual([[jobIds[1]], jobIds.slice(1)]);
    trials.end(batchId);
    expect(trials.first(batchId)).toEqual(jobIds.slice(1, 4));
  });

  test('of different ones picks portrait and landscape, small and large, once all are added', ({ stage }) => {
    const { batchId, jobIds } = addTrial(stage, photographs(12), 3, true);
    expect(free(stage, jobIds)).toEqual([]);

    stage.store.trials.choose(batchId);
    const chosen = free(stage, jobIds);
    expect(chosen).toHaveLength(3);
    expect(new Set(chosen.map((at) => at % 2)).size).toBe(2);
  });

  test('of no more photographs than its first ones is none', ({ stage }) => {
    const { batchId, jobIds } = addTrial(stage, photographs(3), 3, true);
    stage.store.trials.choose(batchId);
    expect([stage.store.trials.get(batchId), free(stage, jobIds).length]).toEqual([null, 3]);
    expect(addTrial(stage, [], 3).jobIds).toEqual([]);
  });

  test('continues for named jobs of reviewed batches only', ({ stage }) => {
    const { trials } = stage.store;
    const { batchId, jobIds } = addTrial(stage, photographs(4), 1);
    trials.release(jobIds, []);
    expect(trials.waiting()).toEqual([batchId]);
    trials.release([jobIds[2]!], trials.waiting());
    expect([free(stage, jobIds), trials.waiting()]).toEqual([[0, 2], [batchId]]);
    trials.release(jobIds, trials.waiting());
    expect(trials.waiting()).toEqual([]);
  });

  test('holds photographs whose content another trial holds', ({ stage }) => {
    addTrial(stage, photographs(4), 1);
    const copies = photographs(4).map((item, index) => ({ ...item, sourcePath: `/copies/p${index}.jpg` }));
    const { batchId } = addTrial(stage, copies, 1);
    stage.store.trials.choose(batchId);
    expect(stage.store.trials.get(batchId)).toMatchObject({ left: 3 });
  });
});

describe('a trial with a limit', () => {
  test('counts earlier requests, and holds the rest of the named jobs', ({ stage }) => {
    const { trials } = stage.store;
    const ids = addJobs(stage, photographs(6));
    const { batchId } = stage.job(ids[0]!);
    stage.finish(ids[0]!);
    trials.limit(ids.slice(0, 5), 3);
    expect(free(stage, ids)).toEqual([0, 1, 2, 5]);
    expect(trials.get(batchId)).toMatchObject({ count: 3, left: 2 });
    trials.limit(ids.slice(0, 5), 4);
    expect(free(stage, ids)).toEqual([0, 1, 2, 3, 5]);
    trials.limit(ids, 6);
    expect([free(stage, ids).length, trials.get(batchId)]).toEqual([6, null]);
  });

  test('covers all batches of its jobs, except jobs done before it', ({ stage }) => {
    const { trials } = stage.store;
    const [before] = stage.add('before');
    stage.finish(before);
    const first = addTrial(stage, photographs(4), 2);
    const second = addTrial(stage, [paperJob('q0', recipe), paperJob('q1', recipe)], 2);
    const all = [before, ...first.jobIds, ...second.jobIds];
    trials.limit(all, 2);
    expect(free(stage, all)).toEqual([0, 1, 2]);
    expect(trials.waiting()).toEqual([first.batchId, second.batchId]);
  });

  test('picks different ones, and leaves paused photographs paused', ({ stage }) => {
    const { trials, actions } = stage.store;
    const { batchId, jobIds } = addTrial(stage, photographs(12), 3, true);
    const [paused] = stage.add('paused');
    actions.setHeld([paused], true);
    trials.limit([...jobIds, paused], 4);
    const chosen = free(stage, jobIds);
    expect([chosen.length, new Set(chosen.map((at) => at % 2)).size, free(stage, [paused])]).toEqual([4, 2, []]);
    expect(trials.get(batchId)).toMatchObject({ count: 4, left: 8 });
  });
});

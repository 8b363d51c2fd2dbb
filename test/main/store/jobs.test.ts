import { describe, expect } from 'vitest';
import { paperJob, recipeOf } from '../../helpers/queue-stage.ts';
import { recipe, test } from '../../helpers/store-stage.ts';

const watch = { title: 'watched', origin: 'watch', folderId: 'folder' } as const;
const drop = { title: 'dropped', origin: 'drop', folderId: null } as const;

describe('taking in', () => {
  test('numbers the jobs of a batch and queues them in order', ({ stage }) => {
    const { store } = stage;
    const { batchId } = store.jobs.add(drop, [paperJob('a', recipe), paperJob('b', recipe)]);
    const more = store.jobs.add({ batchId: batchId! }, [paperJob('c', recipe)]);
    expect(more.batchId).toBe(batchId);
    expect(store.views.ofBatch(batchId!).map(({ name, position }) => [name, position])).toEqual([
      ['a.jpg', 1],
      ['b.jpg', 2],
      ['c.jpg', 3],
    ]);
    expect(more.jobIds.map((id) => stage.job(id).counter)).toEqual([3]);
    expect(store.events.ofJob(more.jobIds[0]!).map(({ kind }) => kind)).toEqual(['made']);
  });

  test('keeps the recipe as it was', ({ stage }) => {
    const { store } = stage;
    store.recipes.save(recipe);
    const { jobIds } = store.jobs.add(drop, [paperJob('a', recipe)]);
    store.recipes.save({ ...recipe, name: 'Changed', output: { ...recipe.output, format: 'png' } });
    expect(stage.job(jobIds[0]!).recipe).toEqual(recipe);
  });

  test('takes all or none', ({ stage }) => {
    const broken = { ...paperJob('b', recipe), bytes: undefined as unknown as number };
    expect(() => stage.store.jobs.add(drop, [paperJob('a', recipe), broken])).toThrow();
    expect(stage.store.views.summaries()).toEqual([]);
    expect(stage.store.batches.list()).toEqual([]);
  });

  test('chooses the service: the one asked for, else the recipe’s, else the built-in engine', ({ stage }) => {
    const own = { ...recipe, profileId: 'own' };
    const { jobIds } = stage.store.jobs.add(drop, [
      paperJob('a', own, { profileId: 'asked for' }),
      paperJob('b', own),
      paperJob('c', recipe),
    ]);
    expect(jobIds.map((id) => stage.job(id).profileId)).toEqual(['asked for', 'own', 'built-in']);
  });
});

describe('a photograph from a watch folder', () => {
  test('is taken in once for the same work, whatever its name', ({ stage }) => {
    const { store } = stage;
    const first = store.jobs.add(watch, [paperJob('a', recipe), paperJob('a', recipe, { sourcePath: '/copy.jpg' })]);
    expect(first).toMatchObject({ skipped: 1 });
    expect(store.jobs.add(watch, [paperJob('a', recipe)])).toEqual({ batchId: null, jobIds: [], skipped: 1 });
    expect(store.batches.list().length).toBe(1);
  });

  test('is other work with another recipe, other settings or another output folder', ({ stage }) => {
    const { store } = stage;
    const others = [
      paperJob('a', recipe),
      paperJob('a', recipeOf('universal-background-removal')),
      paperJob('a', { ...recipe, output: { ...recipe.output, format: 'webp' } }),
      paperJob('a', recipe, { outputFolder: '/elsewhere' }),
    ];
    expect(store.jobs.add(watch, others).jobIds.length).toBe(4);
    const renamed = { ...recipe, id: 'other', name: 'Other name', profileId: 'another service' };
    expect(store.jobs.add(watch, [paperJob('a', renamed)]).skipped).toBe(1);
  });

  test('is taken in again after it failed or was cancelled, but not while it is unsure', ({ stage }) => {
    const { store } = stage;
    for (const state of ['failed', 'cancelled'] as const) {
      const { jobIds } = store.jobs.add(watch, [paperJob(state, recipe)]);
      stage.bring(jobIds[0]!, state);
      expect(store.jobs.sameWork(paperJob(state, recipe).contentHash, recipe, '/results')).toBe(state);
      expect(store.jobs.add(watch, [paperJob(state, recipe)]).jobIds.length).toBe(1);
    }
    for (const state of ['uncertain', 'done', 'waiting'] as const) {
      const { jobIds } = store.jobs.add(watch, [paperJob(state, recipe)]);
      stage.bring(jobIds[0]!, state);
      expect(store.jobs.add(watch, [paperJob(state, recipe)]).skipped).toBe(1);
    }
    expect(store.jobs.sameWork('never seen', recipe, '/results')).toBe(null);
  });

  test('stays known when its job is taken off the list', ({ stage }) => {
    const { store } = stage;
    const { jobIds } = store.jobs.add(watch, [paperJob('a', recipe)]);
    stage.bring(jobIds[0]!, 'done');
    store.actions.remove(jobIds);
    expect(store.views.summaries()).toEqual([]);
    expect(store.jobs.add(watch, [paperJob('a', recipe)]).skipped).toBe(1);
  });

  test('may be dropped by hand as often as the user likes', ({ stage }) => {
    stage.store.jobs.add(watch, [paperJob('a', recipe)]);
    expect(stage.store.jobs.add(drop, [paperJob('a', recipe), paperJob('a', recipe)]).jobIds.length).toBe(2);
  });
});

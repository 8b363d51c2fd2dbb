import { describe, expect } from 'vitest';
import { paperJob, recipeOf } from '../../../helpers/queue/queue-stage.ts';
import { imageOf } from '../../../helpers/store/new-results.ts';
import { addJobs } from '../../../helpers/store/same-content.ts';
import { recipe, test } from '../../../helpers/store/store-stage.ts';

describe('written files', () => {
  test('are recognized by content, wherever they are', ({ stage }) => {
    const { writtenFiles } = stage.store;
    writtenFiles.add({ path: '/out/a.png', hash: 'aa', bytes: 1 }, { jobId: 1, step: 0, element: '' });
    const isOwn = (hash: string, path = '/moved/b.png') => writtenFiles.isOwn(hash, path);
    expect([isOwn('aa'), isOwn('bb'), isOwn('bb', '/out/a.png')]).toEqual([true, false, true]);
    expect(stage.second().writtenFiles.isOwn('aa', '/moved/b.png')).toBe(true);
  });

  test('are found by their result', ({ stage }) => {
    const { writtenFiles } = stage.store;
    const key = { jobId: 1, step: 0, element: 'tops' };
    writtenFiles.add({ path: '/out/a.png', hash: 'aa', bytes: 1 }, key);
    stage.clock.advance(5);
    writtenFiles.add({ path: '/out/a-2.png', hash: 'bb', bytes: 2 }, key);
    expect(writtenFiles.ofResult(key)).toEqual([
      { path: '/out/a-2.png', hash: 'bb', bytes: 2 },
      { path: '/out/a.png', hash: 'aa', bytes: 1 },
    ]);
    // An overwritten file belongs to its last writer.
    writtenFiles.add({ path: '/out/a.png', hash: 'cc', bytes: 3 }, { jobId: 2, step: 0, element: '' });
    expect(writtenFiles.ofResult(key).map(({ hash }) => hash)).toEqual(['bb']);
    expect(writtenFiles.ofResult({ ...key, element: '' })).toEqual([]);
  });

  test('list the recipes a content went through, over any number of steps', ({ stage }) => {
    const { store } = stage;
    const otherRecipe = { ...recipeOf('smart-skin-advanced'), id: 'other' };
    const [first, second] = addJobs(stage, [
      paperJob('a', recipe, { contentHash: 'photograph' }),
      paperJob('b', otherRecipe, { contentHash: 'cutout' }),
    ]);
    store.writtenFiles.add({ path: '/out/a.png', hash: 'cutout', bytes: 1 }, { jobId: first, step: 0, element: '' });
    store.writtenFiles.add({ path: '/out/b.png', hash: 'skin', bytes: 1 }, { jobId: second, step: 0, element: '' });
    expect([...store.writtenFiles.appliedRecipes('skin')].sort()).toEqual(['other', 'test-recipe']);
    expect([...store.writtenFiles.appliedRecipes('cutout')]).toEqual(['test-recipe']);
    expect([...store.writtenFiles.appliedRecipes('photograph')]).toEqual([]);
  });

  test('can be replaced only by the same photograph and recipe of a later batch', ({ stage }) => {
    const { store } = stage;
    const sharper = { ...recipe, output: { ...recipe.output, quality: 50 } };
    const [first, twin] = addJobs(stage, [paperJob('a', recipe), paperJob('a', sharper)]);
    const [later, another, otherRecipe] = addJobs(stage, [
      paperJob('a', sharper, { outputFolder: '/elsewhere' }),
      paperJob('b', recipe),
      paperJob('a', { ...sharper, id: 'other' }, { outputFolder: '/third' }),
    ]);
    stage.finish(first);
    const file = { path: '/out/a.png', hash: 'aa', bytes: 1 };
    store.writtenFiles.add(file, { jobId: first, step: 0, element: '' });
    const mayReplace = (jobId: number, element = '') =>
      store.writtenFiles.earlierResult(file.path, { jobId, step: 0, element });
    expect(mayReplace(later)).toEqual(file);
    expect([twin, another, otherRecipe, first].map((id) => mayReplace(id))).toEqual([null, null, null, null]);
    expect(mayReplace(later, 'tops')).toBe(null);
    expect(store.writtenFiles.earlierResult('/out/c.png', { jobId: later, step: 0, element: '' })).toBe(null);
  });

  test('keep their result when they get another name', async ({ stage }) => {
    const { store } = stage;
    const [id] = stage.add('a');
    store.results.add(imageOf(stage.job(id)));
    store.writtenFiles.add({ path: '/out/a.png', hash: 'aa', bytes: 1 }, { jobId: id, step: 0, element: '' });
    store.writtenFiles.renamed('/out/a.png', '/out/a-2.png');
    expect((await store.results.ofJob(id)).map(({ path }) => path)).toEqual(['/out/a-2.png']);
    expect(store.writtenFiles.ofGroup(id).map(({ path }) => path)).toEqual(['/out/a-2.png']);
  });
});

import { describe, expect } from 'vitest';
import { settingsSchema } from '../../../../contract/app/settings.ts';
import { exportOptionsSchema } from '../../../../contract/delivery/export.ts';
import { watchFolderSchema } from '../../../../contract/intake/watch-folder.ts';
import { starterRecipes } from '../../../../contract/recipes/recipe.ts';
import { builtInProfile, type Profile } from '../../../../contract/services/profile.ts';
import { openReviewQueries } from '../../../../main/store/review/queries.ts';
import { paperJob } from '../../../helpers/queue/queue-stage.ts';
import { runSql } from '../../../helpers/store/own-folder.ts';
import { recipe, test } from '../../../helpers/store/store-stage.ts';

describe('recipes', () => {
  test('a new installation begins with the starters, once', ({ stage }) => {
    expect(stage.store.recipes.list()).toEqual(starterRecipes);
    for (const { id } of starterRecipes) stage.store.recipes.remove(id);
    expect(stage.second().recipes.list()).toEqual([]);
  });

  test('keep their place when they are changed', ({ stage }) => {
    const { recipes } = stage.store;
    recipes.save(recipe);
    const [first] = starterRecipes;
    recipes.save({ ...first!, name: 'Renamed' });
    expect(recipes.list().map(({ name }) => name)).toEqual(['Renamed', 'Product on white', 'Skin, soft', 'Test']);
    expect(recipes.get('test-recipe')).toEqual(recipe);
    expect(recipes.get('nothing')).toBe(null);
  });

  test('one that cannot be read does not affect the others', ({ stage }) => {
    runSql(stage.folder, `UPDATE recipes SET recipe = '{"id":"skin-soft","steps":[]}' WHERE id = 'skin-soft'`);
    expect(stage.store.recipes.list().map(({ id }) => id)).toEqual(['portrait-cutout', 'product-on-white']);
    expect(stage.store.recipes.get('skin-soft')).toBe(null);
  });
});

test('a cached profile is read again after a change here or in another process', ({ stage }) => {
  const { profiles } = stage.store;
  const lanes = () => profiles.recent('built-in')?.maxConcurrency;
  const saveLanes = (store: Pick<typeof stage.store, 'profiles'>, maxConcurrency: number) =>
    store.profiles.save({ ...builtInProfile, maxConcurrency });
  expect(lanes()).toBe(builtInProfile.maxConcurrency);
  saveLanes(stage.store, 3);
  expect(lanes()).toBe(3);
  const other = stage.second();
  saveLanes(other, 4);
  stage.store.readForeignChanges();
  expect(lanes()).toBe(4);
});

describe('export presets', () => {
  const options = (id: string) => exportOptionsSchema.parse({ folder: `/${id}` });
  const preset = (id: string) => ({ id, name: `Named ${id}`, options: options(id) });

  test('a damaged one affects neither the others nor the settings', ({ stage }) => {
    const { exportPresets, settings } = stage.store;
    for (const id of ['a', 'b', 'c']) exportPresets.save(preset(id));
    settings.save({ lastExportPreset: 'b', creator: 'Ann' });
    runSql(stage.folder, `UPDATE export_presets SET preset = '{"id":"b","name":7}' WHERE id = 'b'`);
    expect(exportPresets.list()).toEqual([preset('a'), preset('c')]);
    expect(exportPresets.get('b')).toBe(null);
    expect(settings.read()).toMatchObject({ lastExportPreset: 'b', creator: 'Ann' });
  });
});

describe('profiles', () => {
  test('with an interval below the interface’s are read with that one, except on this computer', ({ stage }) => {
    const { profiles } = stage.store;
    const profile = (id: string, baseUrl: string): Profile => ({
      ...builtInProfile,
      ...{ id, kind: 'remote', name: id, baseUrl, pollSeconds: 1 },
    });
    profiles.save(profile('a', 'https://images.example'));
    profiles.save(profile('b', 'http://127.0.0.1:4100'));
    expect(['a', 'b'].map((id) => profiles.get(id)?.pollSeconds)).toEqual([5, 1]);
  });

  const remote: Profile = { ...builtInProfile, id: 'r', kind: 'remote', name: 'Remote', baseUrl: 'https://a.example' };

  test('the built-in engine is always there, and first', ({ stage }) => {
    const { profiles } = stage.store;
    expect(profiles.list()).toEqual([builtInProfile]);
    profiles.save(remote);
    profiles.save({ ...builtInProfile, maxConcurrency: 4 });
    expect(profiles.list()).toEqual([{ ...builtInProfile, maxConcurrency: 4 }, remote]);
    profiles.remove(builtInProfile.id);
    profiles.remove('r');
    expect(profiles.list()).toEqual([builtInProfile]);
    expect([profiles.get('r'), profiles.get(builtInProfile.id)]).toEqual([null, builtInProfile]);
  });
});

describe('watch folders', () => {
  test('know the status of their jobs, over all their batches', ({ stage }) => {
    const { store } = stage;
    const folder = watchFolderSchema.parse({ id: 'f', path: '/photos', recipeId: 'portrait-cutout' });
    store.folders.save(folder);
    expect(store.folders.list()).toEqual([folder]);
    const queries = openReviewQueries(store.file);
    const progress = () => queries['folders.progress']('f');
    expect(progress()).toEqual({ total: 0, done: 0, failed: 0, undecided: 0, lastAt: null });
    const ids = ['a', 'b', 'c', 'd'].map(
      (name) => store.jobs.add({ title: name, origin: 'watch', folderId: 'f' }, [paperJob(name, recipe)]).jobIds[0]!,
    );
    stage.add('elsewhere');
    stage.bring(ids[0]!, 'done');
    stage.bring(ids[1]!, 'uncertain');
    stage.bring(ids[2]!, 'failed');
    const lastAt = stage.clock.now();
    expect(progress()).toEqual({ total: 4, done: 1, failed: 1, undecided: 1, lastAt });
    stage.clock.advance(60_000);
    expect(progress()).toMatchObject({ lastAt });
    queries.close();
    expect(store.batches.latestOfFolder('f')?.title).toBe('d');
    store.folders.remove('f');
    expect(store.folders.list()).toEqual([]);
  });
});

describe('settings', () => {
  test('start with the defaults, and keep saved values', ({ stage }) => {
    const { settings } = stage.store;
    expect(settings.read()).toEqual(settingsSchema.parse({}));
    settings.save({ paused: true, outputFolder: '/out' });
    settings.save({ appearance: 'dark' });
    const saved = { paused: true, outputFolder: '/out', appearance: 'dark' };
    expect(stage.second().settings.read()).toEqual({ ...settingsSchema.parse({}), ...saved });
  });

  test('survive one that is no longer valid', ({ stage }) => {
    stage.store.settings.save({ outputFolder: '/out' });
    runSql(stage.folder, `INSERT INTO settings VALUES ('appearance', '"sepia"'), ('ofTomorrow', '1')`);
    expect(stage.store.settings.read()).toEqual({ ...settingsSchema.parse({}), outputFolder: '/out' });
  });
});

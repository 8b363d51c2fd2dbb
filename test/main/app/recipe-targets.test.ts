import { join } from 'node:path';
import { expect } from 'vitest';
import { watchFolderSchema } from '../../../contract/intake/watch-folder.ts';
import type { Recipe } from '../../../contract/recipes/recipe.ts';
import { RecipeTargets } from '../../../main/app/recipe-targets.ts';
import { toStoredPath } from '../../../main/files/stored-path.ts';
import { UserError } from '../../../main/ipc/bridge/user-error.ts';
import type { ReprocessSource } from '../../../main/store/index.ts';
import { recipeOf } from '../../helpers/queue/queue-stage.ts';
import { type StoreStage, test } from '../../helpers/store/store-stage.ts';

function open({ folder, store }: StoreStage) {
  const recipe: Recipe = { ...recipeOf('universal-background-removal'), id: 'own' };
  const sorted: Recipe = { ...recipe, id: 'sorted', output: { ...recipe.output, folder: join(folder, 'sorted') } };
  for (const each of [recipe, sorted]) store.recipes.save(each);
  store.settings.save({ outputFolder: join(folder, 'results'), defaultRecipeId: 'own' });
  store.folders.save(watchFolderSchema.parse({ id: 'hot', path: join(folder, 'hot'), recipeId: 'own' }));
  const source = (more: Partial<ReprocessSource>): ReprocessSource => ({
    path: toStoredPath(join(folder, 'a.jpg')),
    relativeFolder: '',
    contentHash: null,
    width: 60,
    height: 40,
    recipeId: null,
    recipeName: '',
    product: null,
    title: 'b',
    folderId: null,
    ...more,
  });
  return { targets: new RecipeTargets(store), source, recipe };
}

test.for([
  ['the default recipe without one', { recipeId: null }, null, 'own', 'results'],
  ['its own recipe', { recipeId: 'sorted' }, null, 'sorted', 'sorted'],
  ['the chosen recipe', { recipeId: 'sorted' }, 'own', 'own', 'results'],
  ['the folder next to its watch folder', { recipeId: 'own', folderId: 'hot' }, null, 'own', 'hot/Burnish'],
  ['the default folder after its watch folder is gone', { recipeId: 'own', folderId: 'cold' }, null, 'own', 'results'],
] as const)('a known photograph gets %s', ([, more, recipeId, id, place], { stage }) => {
  const { targets, source } = open(stage);
  const target = targets.createFinder(recipeId, null)(source(more));
  expect([target?.recipe.id, target?.outputFolder]).toEqual([id, join(stage.folder, place)]);
});

test('a deleted recipe has no target, and cannot be required', ({ stage }) => {
  const { targets, source } = open(stage);
  expect(targets.createFinder(null, null)(source({ recipeId: 'deleted' }))).toBeNull();
  expect(() => targets.requireRecipe('deleted')).toThrow(UserError);
});

test('at another service, only the service of the recipe differs', ({ stage }) => {
  const { targets, source, recipe } = open(stage);
  const target = targets.createFinder(null, 'elsewhere')(source({ recipeId: 'own' }));
  expect(target?.recipe).toEqual({ ...recipe, profileId: 'elsewhere' });
});

test('photographs with the same recipe get the same object', ({ stage }) => {
  const { targets, source } = open(stage);
  const find = targets.createFinder(null, 'elsewhere');
  const recipes = [{ recipeId: 'own' }, { recipeId: null }, { recipeId: 'sorted' }].map(
    (more) => find(source(more))?.recipe,
  );
  expect(recipes[1]).toBe(recipes[0]);
  expect(new Set(recipes).size).toBe(2);
});

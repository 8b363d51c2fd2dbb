import { expect, test } from 'vitest';
import { additionalOutput, outputSchema } from '../../../contract/recipes/output.ts';
import { type Recipe, recipeSchema, starterRecipes } from '../../../contract/recipes/recipe.ts';
import { mapPaths } from '../../../contract/recipes/recipe-paths.ts';
import { pathRolesIn } from '../../../contract/validation/schema-paths.ts';

const onPicture = (path: string) => ({ background: { kind: 'picture', path, fit: 'tile' } });
const full: Recipe = {
  ...recipeSchema.parse({
    id: 'brows',
    name: 'Brows',
    steps: [
      { operation: 'smart-skin-advanced', params: { smart_skin: true } },
      { operation: 'ai-eyebrows', params: {}, reference: '/in/brows.jpg' },
    ],
    output: { folder: '/out', composition: onPicture('/in/wall.jpg') },
    alsoAs: [
      { template: '{name}-a', folder: '/out/a', composition: onPicture('/in/other.jpg') },
      { template: '{name}-b', folder: null, composition: { background: { kind: 'transparent' } } },
      { template: '{name}-c', folder: '/out', composition: onPicture('/in/wall.jpg') },
    ],
  }),
  product: { sku: '1', name: 'Chair', folder: 'chairs' },
};

test('maps each path of a recipe once, and keeps everything else', async () => {
  const requestedPaths: string[] = [];
  const mapped = await mapPaths(full, async (path) => {
    requestedPaths.push(path);
    return `/there${path}`;
  });
  expect(requestedPaths.sort()).toEqual(['/in/brows.jpg', '/in/other.jpg', '/in/wall.jpg', '/out', '/out/a']);
  const expected = JSON.stringify(full).replaceAll(/"\/(in|out)/g, '"/there/$1');
  expect(mapped).toEqual(JSON.parse(expected));
  expect(pathRolesIn(recipeSchema)).toEqual(new Set(['reference', 'recipeOutput', 'background']));
});

test('returns the same object if nothing changes', async () => {
  expect(await mapPaths(full, async (path) => path)).toBe(full);
  for (const recipe of starterRecipes) {
    expect(await mapPaths(recipe, () => Promise.reject(new Error('no path is in it')))).toBe(recipe);
  }
});

test('gives an equal recipe after both directions, even without fields of later versions', async () => {
  const { alsoAs: _, ...early } = { ...full, output: { folder: '/out', template: '{name}' } };
  for (const recipe of [full, early as unknown as Recipe]) {
    const there = await mapPaths(recipe, async (path) => `share://s${path}`);
    expect(there).not.toEqual(recipe);
    expect(await mapPaths(there, async (path) => path.slice('share://s'.length))).toEqual(recipe);
  }
});

test('rejects a recipe if the map rejects a path', async () => {
  const outputs = { output: outputSchema.parse({}), alsoAs: [additionalOutput({ folder: '/elsewhere' })] };
  const refused = mapPaths({ ...full, ...outputs }, async (path) => {
    if (path === '/elsewhere') throw new Error('outside');
    return path;
  });
  await expect(refused).rejects.toThrow('outside');
});

/** Every path inside a recipe, changed at once: for recipes that go to another computer, or come from one. */

import { mapSchemaPaths } from '../validation/schema-paths.ts';
import { type Recipe, recipeSchema } from './recipe.ts';

/**
 * `recipe` with each of its paths as `map` gives it, which is asked once for each. They are found by their type in the contract, so
 * that one in a field to come is not forgotten. Where none changes, it is the same object.
 * @throws what `map` throws
 */
export async function mapPaths(recipe: Recipe, map: (path: string) => Promise<string>): Promise<Recipe> {
  const paths = new Set<string>();
  mapSchemaPaths(recipeSchema, recipe, (path) => {
    paths.add(path);
    return path;
  });
  const mapped = new Map(await Promise.all([...paths].map(async (path) => [path, await map(path)] as const)));
  if ([...mapped].every(([path, now]) => path === now)) return recipe;
  const changed = mapSchemaPaths(recipeSchema, recipe, (path) => mapped.get(path) as string) as Recipe;
  return { ...recipe, ...changed };
}

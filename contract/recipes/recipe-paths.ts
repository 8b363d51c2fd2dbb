import { mapSchemaPaths } from '../validation/schema-paths.ts';
import { type Recipe, recipeSchema } from './recipe.ts';

/**
 * Maps all paths of a recipe that moves between computers. Returns the same object if none changes.
 * @throws errors of `map`
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

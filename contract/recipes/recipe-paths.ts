import type { z } from 'zod';
import { mapSchemaPaths } from '../validation/schema-paths.ts';
import { type Recipe, recipeSchema } from './recipe.ts';

/**
 * Maps all paths of a recipe that moves between computers. Returns the same object if none changes.
 * @throws errors of `map`
 */
export const mapPaths = (recipe: Recipe, map: (path: string) => Promise<string>): Promise<Recipe> =>
  mapDocumentPaths(recipeSchema, recipe, map);

/**
 * Maps all paths in a parsed document of `schema`. Returns the same object if none changes.
 * @throws errors of `map`
 */
export async function mapDocumentPaths<T extends object>(
  schema: z.ZodType,
  document: T,
  map: (path: string) => Promise<string>,
): Promise<T> {
  const paths = new Set<string>();
  mapSchemaPaths(schema, document, (path) => {
    paths.add(path);
    return path;
  });
  const mapped = new Map(await Promise.all([...paths].map(async (path) => [path, await map(path)] as const)));
  if ([...mapped].every(([path, now]) => path === now)) return document;
  const changed = mapSchemaPaths(schema, document, (path) => mapped.get(path) as string) as T;
  return { ...document, ...changed };
}

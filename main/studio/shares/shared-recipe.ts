/** Recipes on their way between stations: their paths as shared ones in the database, and as local ones here. */
import { z } from 'zod';
import { productSchema } from '../../../contract/intake/product-list.ts';
import { msg, UserFacingError } from '../../../contract/messages/message.ts';
import { outputsOf, type Recipe, recipeSchema } from '../../../contract/recipes/recipe.ts';
import { mapPaths } from '../../../contract/recipes/recipe-paths.ts';
import { isPortablePath, parseShareUri, type SharedPath, type Shares, toShareUri } from './share-paths.ts';

/**
 * `recipe` as it stands in the database, so that it is the same on every station; null where one of its paths is outside of all shares.
 * @throws UserFacingError where that cannot be told
 */
export async function toSharedRecipe(recipe: Recipe, shares: Shares): Promise<Recipe | null> {
  let isInside = isPortablePath(recipe.product?.folder ?? '');
  const shared = await mapPaths(recipe, async (path) => {
    const found = await shares.toShared(path);
    isInside &&= found !== null;
    return found === null ? path : toShareUri(found);
  });
  if (!isInside) return null;
  // A studio begins with all photographs, and an earlier version knows of nothing else. One that knows of no conditions must not take it.
  const { trial: _, only, ...rest } = shared;
  return (only === null ? rest : { ...rest, only }) as Recipe;
}

/**
 * What `toSharedRecipe` made of a recipe, or somebody else wrote in its place: read strictly, with each path inside its share. So is the
 * product's folder below each output folder that the recipe names; below others, who knows them has to look.
 * @throws UserFacingError
 */
export async function toLocalRecipe(recipe: unknown, shares: Shares): Promise<Recipe> {
  const { product, ...rest } = read(z.looseObject({ product: productSchema.optional() }), recipe);
  const stored = read(recipeSchema, rest);
  for (const { folder } of product === undefined ? [] : outputsOf(stored)) {
    if (folder !== null) await shares.toLocal(joinSharedPath(sharedIn(folder), product?.folder ?? ''));
  }
  const local = await mapPaths(stored, async (text) => shares.toLocal(sharedIn(text)));
  return { ...read(recipeSchema, local), ...(product === undefined ? {} : { product }) };
}

/**
 * Reads a recipe to show it, with paths as this station names them; the files need not exist.
 * @param onPath called with each path
 * @throws UserFacingError if it is no recipe
 */
export async function toDisplayRecipe(
  recipe: unknown,
  shares: Pick<Shares, 'named'>,
  onPath: (shared: SharedPath) => void = () => undefined,
): Promise<Recipe> {
  const { product, ...rest } = read(z.looseObject({ product: productSchema.optional() }), recipe);
  if (!isPortablePath(product?.folder ?? ''))
    throw new UserFacingError(msg('studio.share.noPath', { path: product?.folder ?? '' }));
  const shown = await mapPaths(read(recipeSchema, rest), async (text) => {
    const shared = sharedIn(text);
    onPath(shared);
    return shares.named(shared);
  });
  return { ...shown, ...(product === undefined ? {} : { product }) };
}

function read<T>(schema: z.ZodType<T>, value: unknown): T {
  const { data, error } = schema.safeParse(value);
  if (error !== undefined) throw new UserFacingError(msg('studio.recipe.unknown'), { cause: error });
  return data as T;
}

function sharedIn(text: string): SharedPath {
  const shared = parseShareUri(text);
  if (shared === null) throw new UserFacingError(msg('studio.share.noPath', { path: text }));
  return shared;
}

function joinSharedPath({ share, path }: SharedPath, folder: string): SharedPath {
  return { share, path: [path, folder].filter((part) => part !== '').join('/') };
}

/** Recipes between stations: with shared paths in the database, with local ones here. */
import { z } from 'zod';
import { productSchema } from '../../../contract/intake/product-list.ts';
import { msg, UserFacingError } from '../../../contract/messages/message.ts';
import { outputsOf, type Recipe, recipeSchema } from '../../../contract/recipes/recipe.ts';
import { mapPaths } from '../../../contract/recipes/recipe-paths.ts';
import { isPortablePath, parseShareUri, type SharedPath, type Shares, toShareUri } from './shared-path.ts';

/**
 * Returns null if a path is outside all shares.
 * @throws UserFacingError if a disk does not respond
 */
export async function toSharedRecipe(recipe: Recipe, shares: Shares): Promise<Recipe | null> {
  let isInside = isPortablePath(recipe.product?.folder ?? '');
  const shared = await mapPaths(recipe, async (path) => {
    const found = await shares.toShared(path);
    isInside &&= found !== null;
    return found === null ? path : toShareUri(found);
  });
  if (!isInside) return null;
  // Earlier versions know neither trials, which a studio does not need, nor conditions: they must not accept a recipe with conditions.
  const { trial: _, only, ...rest } = shared;
  return (only === null ? rest : { ...rest, only }) as Recipe;
}

/**
 * Validates an untrusted recipe and converts its paths, which are inside their shares. The product's folder is checked below the output
 * folders of the recipe; the caller checks it below other folders.
 * @throws UserFacingError
 */
export async function toLocalRecipe(recipe: unknown, shares: Shares): Promise<Recipe> {
  const { product, ...rest } = validate(z.looseObject({ product: productSchema.optional() }), recipe);
  const stored = validate(recipeSchema, rest);
  for (const { folder } of product === undefined ? [] : outputsOf(stored)) {
    if (folder !== null) await shares.toLocal(joinSharedPath(parsePath(folder), product?.folder ?? ''));
  }
  const local = await mapPaths(stored, async (text) => shares.toLocal(parsePath(text)));
  return { ...validate(recipeSchema, local), ...(product === undefined ? {} : { product }) };
}

/**
 * Validates an untrusted recipe for display; its files need not exist.
 * @throws UserFacingError
 */
export async function toDisplayRecipe(
  recipe: unknown,
  shares: Pick<Shares, 'toDisplayPath'>,
  onPath: (shared: SharedPath) => void = () => undefined,
): Promise<Recipe> {
  const { product, ...rest } = validate(z.looseObject({ product: productSchema.optional() }), recipe);
  if (!isPortablePath(product?.folder ?? ''))
    throw new UserFacingError(msg('studio.share.noPath', { path: product?.folder ?? '' }));
  const shown = await mapPaths(validate(recipeSchema, rest), async (text) => {
    const shared = parsePath(text);
    onPath(shared);
    return shares.toDisplayPath(shared);
  });
  return { ...shown, ...(product === undefined ? {} : { product }) };
}

function validate<T>(schema: z.ZodType<T>, value: unknown): T {
  const { data, error } = schema.safeParse(value);
  if (error !== undefined) throw new UserFacingError(msg('studio.recipe.unknown'), { cause: error });
  return data as T;
}

function parsePath(text: string): SharedPath {
  const shared = parseShareUri(text);
  if (shared === null) throw new UserFacingError(msg('studio.share.noPath', { path: text }));
  return shared;
}

function joinSharedPath({ share, path }: SharedPath, folder: string): SharedPath {
  return { share, path: [path, folder].filter((part) => part !== '').join('/') };
}

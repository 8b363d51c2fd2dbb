/** Recipes as files: written into a folder of the user's, and read from what anybody may have written. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { safeName } from '../../contract/recipes/naming.ts';
import type { Recipe } from '../../contract/recipes/recipe.ts';
import {
  maxRecipeFileBytes,
  parseRecipeFile,
  recipeFileSuffix,
  serializeRecipe,
} from '../../contract/recipes/recipe-file.ts';
import { readLimited } from '../files/read-limited.ts';
import type { ExportContext } from './export/export-context.ts';
import { saveFileAs } from './export/save-table.ts';

/** @returns the file's name. @throws UserFacingError */
export function saveRecipe(
  recipe: Recipe,
  folder: string,
  context: Pick<ExportContext, 'store' | 'place' | 'now'>,
): Promise<string> {
  return saveFileAs(`${safeName(recipe.name)}.${recipeFileSuffix}`, folder, context, async (scratch) => {
    const path = join(scratch, 'recipe.json');
    await writeFile(path, serializeRecipe(recipe));
    return path;
  });
}

/** Null where the file holds none, or is larger than any. @throws Error of the file system */
export async function readRecipe(path: string, id: string): Promise<Recipe | null> {
  const bytes = await readLimited(path, maxRecipeFileBytes).catch((error: NodeJS.ErrnoException) => {
    // A folder, or a pipe.
    if (error.code === 'EINVAL') return null;
    throw error;
  });
  return bytes === null ? null : parseRecipeFile(bytes.toString('utf8'), id);
}

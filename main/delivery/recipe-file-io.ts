/** Saves recipes as files, and reads files of recipes, which are untrusted. */
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
import type { ExportContext } from './common/export-context.ts';
import { saveFileAs } from './common/save-file.ts';

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

/** Returns null if the file contains no recipe or is too large. @throws Error of the file system */
export async function readRecipe(path: string, id: string): Promise<Recipe | null> {
  const bytes = await readLimited(path, maxRecipeFileBytes).catch((error: NodeJS.ErrnoException) => {
    // The path is a folder or a pipe.
    if (error.code === 'EINVAL') return null;
    throw error;
  });
  return bytes === null ? null : parseRecipeFile(bytes.toString('utf8'), id);
}

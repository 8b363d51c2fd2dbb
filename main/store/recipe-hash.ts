/** What makes two jobs the same work: the recipe's steps and everything that shapes its output, as one hash. */
import { createHash } from 'node:crypto';
import type { Recipe } from '../../preload/contract/recipe.ts';

/** SHA-256 (hex) of the parts of `recipe` that change a result, and of where it goes; its name and service do not count. */
export function recipeHash(recipe: Recipe, outputFolder: string): string {
  const { steps, output, fit } = recipe;
  return createHash('sha256').update(canonicalJson({ steps, output, fit, outputFolder })).digest('hex');
}

/** JSON with sorted keys, so that equal values give equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

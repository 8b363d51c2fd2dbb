/** What makes two jobs the same work, two jobs the same file of it, and two paths the same file: as short texts. */
import { createHash } from 'node:crypto';
import { operations } from '../../preload/contract/operations/table.ts';
import type { Recipe } from '../../preload/contract/recipe.ts';

/**
 * SHA-256 (hex) of the parts of `recipe` that change what a result looks like: the service is asked once for each content
 * and work. Name, service, folder and naming do not count.
 */
export function workHash(recipe: Recipe): string {
  const known = workHashes.get(recipe);
  if (known !== undefined) return known;
  const { steps, output, fit } = recipe;
  const { format, quality } = output;
  const hash = sha256(canonicalJson({ steps, format, quality, fit }));
  workHashes.set(recipe, hash);
  return hash;
}

/** A recipe is worked out once for the thousands of photographs it is for; recipes are never changed in place. */
const workHashes = new WeakMap<Recipe, string>();

/** SHA-256 (hex) of where a result goes and what it is called; '' for an analysis, which is no file. */
export function targetHash({ steps, output }: Recipe, outputFolder: string): string {
  const last = steps.at(-1);
  if (last !== undefined && operations[last.operation].restore === 'coordinates') return '';
  const { template, mirror } = output;
  return sha256(canonicalJson({ outputFolder, template, mirror }));
}

/** A path as it is compared: in composed characters and without regard to case, as the more forgiving file systems do. */
export function pathKey(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

/** JSON with sorted keys, so that equal values give equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** What makes two jobs the same work, two jobs the same file of it, and two paths the same file: as short texts. */
import { createHash } from 'node:crypto';
import { operations } from '../../contract/operations/table.ts';
import { nonDefaultChoices, renderingOf, withDefaults } from '../../contract/recipes/output.ts';
import type { Recipe } from '../../contract/recipes/recipe.ts';

/**
 * SHA-256 (hex) of the parts of `recipe` that say what a service is asked for: that is done once for each content and work.
 * Name, service and outputs do not count: what is paid is not sent again because another file is wanted of it.
 */
export function workHash(recipe: Recipe): string {
  const known = workHashes.get(recipe);
  if (known !== undefined) return known;
  const { steps, fit } = recipe;
  const hash = sha256(canonicalJson({ steps, fit }));
  workHashes.set(recipe, hash);
  return hash;
}

/** A recipe is worked out once for the thousands of photographs it is for; recipes are never changed in place. */
const workHashes = new WeakMap<Recipe, string>();

/** SHA-256 (hex) of which files come of a result, where they go and what they are called; '' for an analysis, which is no file. */
export function targetHash(recipe: Recipe, outputFolder: string): string {
  const { alsoAs = [] } = recipe as Partial<Recipe>;
  const { format, quality } = recipe.output;
  const outputs = alsoAs.map(({ conflict: _, ...output }) => output);
  const templates = [recipe.output, ...alsoAs].map(({ template }) => template);
  const place = placeOf(recipe, outputFolder, templates);
  return hashOfFiles(recipe, { ...place, format, quality, later: nonDefaultChoices(recipe.output), alsoAs: outputs });
}

/** The same for the first output alone, however its file is made. */
export function firstOutputHash(recipe: Recipe, outputFolder: string): string {
  return hashOfFiles(recipe, placeOf(recipe, outputFolder));
}

/** The same for how the first output's file is made, wherever it goes. */
export function renderingHash({ output }: Pick<Recipe, 'output'>): string {
  return sha256(canonicalJson(renderingOf(withDefaults(output))));
}

/** @param templates of all names that count */
function placeOf(
  { output: { template, mirror }, product }: Recipe,
  outputFolder: string,
  templates: readonly string[] = [template],
) {
  const inNames = (part: string) => templates.some((each) => each.includes(`{${part}}`));
  const listed = {
    ...(product?.folder ? { folder: product.folder } : {}),
    ...(product && inNames('sku') ? { sku: product.sku } : {}),
    ...(product && inNames('product') ? { name: product.name } : {}),
  };
  return { outputFolder, template, mirror, ...(Object.keys(listed).length === 0 ? {} : { product: listed }) };
}

function hashOfFiles({ steps }: Recipe, files: unknown): string {
  const last = steps.at(-1);
  const isAnalysis = last !== undefined && operations[last.operation].restore === 'coordinates';
  return isAnalysis ? '' : sha256(canonicalJson(files));
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

/** Hashes and keys that identify equal work, equal result files, and equal paths. */
import { createHash } from 'node:crypto';
import { operations } from '../../contract/operations/table.ts';
import { nonDefaultChoices, renderingOf, withDefaults } from '../../contract/recipes/output.ts';
import type { Recipe } from '../../contract/recipes/recipe.ts';

/**
 * Returns a SHA-256 (hex) of the work that a service does for `recipe`, once for each content. Name, service and outputs do
 * not count, so another output file does not send paid work again.
 */
export function workHash(recipe: Recipe): string {
  const cached = workHashes.get(recipe);
  if (cached !== undefined) return cached;
  const { steps, fit } = recipe;
  const hash = sha256(canonicalJson({ steps, fit }));
  workHashes.set(recipe, hash);
  return hash;
}

/** Cached per recipe. Recipes are never changed in place. */
const workHashes = new WeakMap<Recipe, string>();

/** Returns a SHA-256 (hex) of the files of a result, their folders and names; '' for an analysis, which has no file. */
export function targetHash(recipe: Recipe, outputFolder: string): string {
  const { alsoAs = [] } = recipe as Partial<Recipe>;
  const { format, quality } = recipe.output;
  const outputs = alsoAs.map(({ conflict: _, ...output }) => output);
  const templates = [recipe.output, ...alsoAs].map(({ template }) => template);
  const location = firstLocation(recipe, outputFolder, templates);
  return hashFiles(recipe, { ...location, format, quality, later: nonDefaultChoices(recipe.output), alsoAs: outputs });
}

/** Returns the hash of the first output's location, regardless of how its file is made. */
export function firstOutputHash(recipe: Recipe, outputFolder: string): string {
  return hashFiles(recipe, firstLocation(recipe, outputFolder));
}

/** Returns the hash of how the first output's file is made, regardless of its location. */
export function renderingHash({ output }: Pick<Recipe, 'output'>): string {
  return sha256(canonicalJson(renderingOf(withDefaults(output))));
}

/** @param templates names that may contain product data */
function firstLocation(
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

function hashFiles({ steps }: Recipe, files: unknown): string {
  const last = steps.at(-1);
  const isAnalysis = last !== undefined && operations[last.operation].restore === 'coordinates';
  return isAnalysis ? '' : sha256(canonicalJson(files));
}

/** Returns a path in composed, lower-case characters, to compare it as case-insensitive file systems do. */
export function pathKey(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

/** Returns JSON with sorted keys, so that equal values have equal texts. */
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

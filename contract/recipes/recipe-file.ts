/** Recipes as files, without paths and services. */
import { z } from 'zod';
import { isWithinJsonBounds } from '../validation/json-bounds.ts';
import { mapSchemaPaths } from '../validation/schema-paths.ts';
import { type Recipe, recipeSchema } from './recipe.ts';

export const recipeFileSuffix = 'burnish-recipe.json';
export const maxRecipeFileBytes = 1_000_000;
/** Five steps and five outputs have fewer than a thousand values. */
const bounds = { maxDepth: 64, maxValues: 5000 } as const;

const fileSchema = z.looseObject({
  burnish: z.literal('recipe'),
  version: z.literal(1),
  recipe: z.record(z.string(), z.unknown()),
});

/** Placeholder for every path, which the recipient chooses. */
const choose = 'choose';

export function serializeRecipe(recipe: Recipe): string {
  const { id: _, product: __, ...rest } = recipe;
  const read = mapSchemaPaths(recipeSchema, { ...rest, id: 'file', profileId: null }, () => choose) as Recipe;
  const { id: ___, ...document } = withoutFiles(read);
  return `${JSON.stringify({ burnish: 'recipe', version: 1, recipe: document }, null, 2)}\n`;
}

/** Parses an untrusted file as a recipe with the new `id`, the default service, no paths. Returns null if invalid. */
export function parseRecipeFile(text: string, id: string): Recipe | null {
  const file = fileSchema.safeParse(jsonIn(text));
  if (!file.success) return null;
  const document = withReferences({ ...file.data.recipe, id, profileId: null });
  const read = recipeSchema.safeParse(document);
  if (!read.success) return null;
  return withoutFiles(mapSchemaPaths(recipeSchema, read.data, () => choose) as Recipe);
}

function jsonIn(text: string): unknown {
  if (!isWithinJsonBounds(text, bounds)) return null;
  try {
    // Editors on Windows may prepend a byte order mark.
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return null;
  }
}

/** Some steps are only valid with a reference. */
function withReferences(document: Record<string, unknown>): Record<string, unknown> {
  const { steps } = document;
  if (!Array.isArray(steps)) return document;
  return { ...document, steps: steps.map((step) => (isRecord(step) ? { ...step, reference: choose } : step)) };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Clears paths; white replaces a background picture. */
function withoutFiles(recipe: Recipe): Recipe {
  const plain = (output: Recipe['output']): Recipe['output'] => {
    const { composition } = output;
    const isPicture = composition?.background.kind === 'picture';
    return {
      ...output,
      folder: null,
      composition: isPicture ? { ...composition, background: { kind: 'colour', colour: '#ffffff' } } : composition,
    };
  };
  return {
    ...recipe,
    steps: recipe.steps.map((step) => ({ ...step, reference: null })),
    output: plain(recipe.output),
    alsoAs: recipe.alsoAs.map(plain),
  };
}

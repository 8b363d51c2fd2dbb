/** Recipes as files, to be handed to somebody else: without anything of the computer they come from. */
import { z } from 'zod';
import { isWithinJsonBounds } from '../validation/json-bounds.ts';
import { mapSchemaPaths } from '../validation/schema-paths.ts';
import { type Recipe, recipeSchema } from './recipe.ts';

/** How the name of such a file ends. */
export const recipeFileSuffix = 'burnish-recipe.json';
/** Bytes; what is larger is none. */
export const maxRecipeFileBytes = 1_000_000;
/** A recipe of five steps and five outputs has fewer than a thousand values. */
const bounds = { maxDepth: 64, maxValues: 5000 } as const;

const fileSchema = z.looseObject({
  burnish: z.literal('recipe'),
  version: z.literal(1),
  recipe: z.record(z.string(), z.unknown()),
});

/** In the place of every path: whoever uses the recipe chooses files and folders of his own. */
const choose = 'choose';

/** `recipe` as the text of a file: its service and its paths stay here. */
export function serializeRecipe(recipe: Recipe): string {
  const { id: _, product: __, ...rest } = recipe;
  const read = mapSchemaPaths(recipeSchema, { ...rest, id: 'file', profileId: null }, () => choose) as Recipe;
  const { id: ___, ...document } = withoutFiles(read);
  return `${JSON.stringify({ burnish: 'recipe', version: 1, recipe: document }, null, 2)}\n`;
}

/**
 * The recipe in the text of a file, which anybody may have written: under a new `id`, at the default service, and without paths. Null
 * where there is none. A step that needs a reference photograph is without one until it is chosen.
 */
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
    // Editors on Windows put a mark before it.
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return null;
  }
}

/** A step that takes a second photograph is only valid with one. */
function withReferences(document: Record<string, unknown>): Record<string, unknown> {
  const { steps } = document;
  if (!Array.isArray(steps)) return document;
  return { ...document, steps: steps.map((step) => (isRecord(step) ? { ...step, reference: choose } : step)) };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Places of files are empty, and a background picture is the plain background. */
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

/** One or more steps, and the outputs made of their results. */
import { z } from 'zod';
import type { Product } from '../intake/product-list.ts';
import { messageKey, msg, nestedMessage } from '../messages/message.ts';
import { operationIds } from '../operations/operation-spec.ts';
import { paramsSchema } from '../operations/params.ts';
import { operations } from '../operations/table.ts';
import { pathSchema } from '../validation/path-grant.ts';
import { canCollide, type Output, outputSchema, pixelLimitMessage, withDefaults } from './output.ts';
import { conditionsSchema } from './recipe-conditions.ts';

const word = z.string().max(500);
const paramValueSchema = z.union([word, z.number(), z.boolean(), z.array(word).max(100)]);

export const stepSchema = z
  .strictObject({
    operation: z.enum(operationIds),
    params: z.record(z.string().max(64), paramValueSchema),
    /** Second image input (ai-eyebrows). */
    reference: pathSchema('reference').nullable().default(null),
  })
  .superRefine((step, context) => {
    const spec = operations[step.operation];
    const read = paramsSchema(spec).safeParse(step.params);
    for (const issue of read.error?.issues ?? []) {
      context.addIssue({ ...issue, path: ['params', ...issue.path] } as Parameters<typeof context.addIssue>[0]);
    }
    if (spec.images.length > 1 && step.reference === null) {
      context.addIssue({ code: 'custom', path: ['reference'], ...nestedMessage(msg('contract.recipe.reference')) });
    }
  });
export type Step = z.infer<typeof stepSchema>;

export * from './output.ts';

export const maxSteps = 5;

export const maxAdditionalOutputs = 4;

/** `spread`: diverse photographs. */
export const trials = ['off', 'first', 'spread'] as const;
export const trialCount = 3;

export const recipeSchema = z
  .strictObject({
    id: z.string().min(1).max(64),
    name: z.string().trim().min(1, messageKey('contract.recipe.name')).max(80),
    steps: z.array(stepSchema).min(1, messageKey('contract.recipe.noStep')).max(maxSteps),
    output: outputSchema,
    alsoAs: z.array(outputSchema).max(maxAdditionalOutputs).default([]),
    /** Fits images to the operation's limits (scale, re-encode, convert). */
    fit: z.boolean().default(true),
    /** Null = the default service. */
    profileId: z.string().max(64).nullable().default(null),
    trial: z.enum(trials).default('off'),
    /** Null = all photographs. */
    only: conditionsSchema.nullable().default(null),
  })
  .superRefine((recipe, context) => {
    recipe.steps.slice(0, -1).forEach((step, index) => {
      if (!returnsOneImage(step.operation)) {
        context.addIssue({
          code: 'custom',
          path: ['steps', index],
          ...nestedMessage(msg('contract.recipe.lastStep', { operation: { named: operations[step.operation].title } })),
        });
      }
    });
    if (recipe.output.format === 'psd') {
      context.addIssue({
        code: 'custom',
        path: ['output', 'format'],
        ...nestedMessage(msg('contract.recipe.psdFirst')),
      });
    }
    const { folder } = recipe.output;
    const outputs = outputsOf(recipe).map((output) => ({ ...output, folder: output.folder ?? folder }));
    outputs.forEach((output, number) => {
      if (!outputs.slice(0, number).some((before) => canCollide(before, output))) return;
      context.addIssue({
        code: 'custom',
        path: ['alsoAs', number - 1, 'template'],
        ...nestedMessage(msg('contract.recipe.sameName')),
      });
    });
  });

/** For saving; `recipeSchema` also reads earlier recipes. */
export const savedRecipeSchema = recipeSchema.superRefine((recipe, context) => {
  outputsOf(recipe).forEach(({ size, format }, number) => {
    const message = pixelLimitMessage(size, format);
    const path = number === 0 ? ['output', 'size'] : ['alsoAs', number - 1, 'size'];
    if (message !== null) context.addIssue({ code: 'custom', path, ...nestedMessage(message) });
  });
});

/** `product`: in a job's copy only. */
export type Recipe = z.infer<typeof recipeSchema> & { readonly product?: Product };

/** Their index identifies them. */
export function outputsOf({ output, alsoAs }: Pick<Recipe, 'output' | 'alsoAs'>): readonly Output[] {
  return [output, ...alsoAs];
}

/** Parses a job's copy and adds newer fields. It was valid when stored. */
export function storedRecipe(text: string): Recipe {
  const stored = JSON.parse(text) as Recipe & Partial<Pick<Recipe, 'alsoAs' | 'trial' | 'only'>>;
  const { output, alsoAs = [], trial = 'off', only = null } = stored;
  return { ...stored, output: withDefaults(output), alsoAs: alsoAs.map(withDefaults), trial, only };
}

/** For photographs that the user chose. Returns one object per recipe. */
export function withoutConditions(recipe: Recipe): Recipe {
  if (recipe.only === null) return recipe;
  const known = unconditional.get(recipe) ?? { ...recipe, only: null };
  unconditional.set(recipe, known);
  return known;
}

const unconditional = new WeakMap<Recipe, Recipe>();

export function trialTerms({ trial }: Pick<Recipe, 'trial'>) {
  if ((trial ?? 'off') === 'off') return {};
  return { trial: { count: trialCount, spread: trial === 'spread' } };
}

/** Whether another step can process the result. */
export function returnsOneImage(operation: Step['operation']): boolean {
  switch (operations[operation].result) {
    case 'image-url':
    case 'base64-result':
    case 'base64-image':
    case 'data-image':
    case 'result-urls':
      return operations[operation].restore !== 'none';
    default:
      return false;
  }
}

/** Whether the result is one picture, not data or elements. */
export function producesPicture({ steps }: Pick<Recipe, 'steps'>): boolean {
  const last = steps.at(-1);
  return last !== undefined && !['coordinates', 'boxes'].includes(operations[last.operation].restore);
}

export const starterRecipes: readonly Recipe[] = [
  starter('portrait-cutout', 'Portrait cutout', 'portrait-background-removal', {}),
  starter('product-on-white', 'Product on white', 'commodity-background-removal', { return_form: 'whiteBK' }),
  starter('skin-soft', 'Skin, soft', 'smart-skin-advanced', { smart_skin: true }),
];

function starter(id: string, name: string, operation: Step['operation'], params: Step['params']): Recipe {
  return recipeSchema.parse({ id, name, steps: [{ operation, params, reference: null }], output: {} });
}

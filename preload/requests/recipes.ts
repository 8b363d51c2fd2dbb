import { z } from 'zod';
import type { ComposedReport, PreviewReport } from '../../contract/jobs/preview.ts';
import { operationIds } from '../../contract/operations/operation-spec.ts';
import { marketplaceIdSchema } from '../../contract/recipes/marketplaces.ts';
import { outputSchema } from '../../contract/recipes/output.ts';
import { maxSteps, type Recipe, savedRecipeSchema, stepSchema } from '../../contract/recipes/recipe.ts';
import { type Grant, grantIdSchema, pathSchema } from '../../contract/validation/path-grant.ts';

const id = z.string().min(1).max(64);

export const recipeRequests = {
  'recipes.save': savedRecipeSchema,
  'recipes.remove': z.strictObject({ id }),
  /** Positions down the list; negative: up. */
  'recipes.move': z.strictObject({ id, by: z.int().min(-1000).max(1000) }),
  'recipes.export': z.strictObject({ id, folder: grantIdSchema }),
  /** Nothing is saved. */
  'recipes.import': z.undefined(),
  /** `source` null: the sample photograph. */
  'recipes.previewSource': z.strictObject({ source: grantIdSchema.nullable(), operation: z.enum(operationIds) }),
  'recipes.previewOf': z.strictObject({ kind: z.enum(['job', 'photograph']), id: z.int().positive() }),
  'recipes.preview': z.strictObject({
    steps: z.array(stepSchema).min(1).max(maxSteps),
    profileId: z.string().max(64).nullable(),
    source: grantIdSchema.nullable(),
    /** False: sends nothing and shows available results. */
    maySend: z.boolean(),
  }),
  /** Sends nothing. A newer request replaces it. */
  'recipes.compose': z.strictObject({
    /** `PreviewReport.trial`. */
    trial: z.uuid().max(36),
    output: outputSchema,
    marketplace: marketplaceIdSchema.nullable(),
  }),
  /** A small copy, by grant or by a recipe's path. */
  'recipes.backgroundPicture': z.strictObject({ path: pathSchema('background').min(1) }),
} as const;

export interface RecipeResponses {
  'recipes.save': undefined;
  'recipes.remove': undefined;
  'recipes.move': undefined;
  'recipes.export': string;
  'recipes.import': Recipe | null;
  'recipes.previewSource': string;
  'recipes.previewOf': Grant;
  'recipes.preview': PreviewReport;
  'recipes.compose': ComposedReport;
  /** URL; null if missing or no picture. */
  'recipes.backgroundPicture': string | null;
}

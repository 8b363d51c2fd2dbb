/** Requests about recipes: saving, sharing as files, and previews on one photograph. */
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
  /** Moves a recipe down the list by this number of positions; up if negative. */
  'recipes.move': z.strictObject({ id, by: z.int().min(-1000).max(1000) }),
  /** Writes a recipe to a file. */
  'recipes.export': z.strictObject({ id, folder: grantIdSchema }),
  /** Asks the user for such a file and reads it. Nothing is saved. */
  'recipes.import': z.undefined(),
  /** `source` null: the sample photograph of the operation. */
  'recipes.previewSource': z.strictObject({ source: grantIdSchema.nullable(), operation: z.enum(operationIds) }),
  /** Makes the photograph of a job, or one of the light table, the source of previews. */
  'recipes.previewOf': z.strictObject({ kind: z.enum(['job', 'photograph']), id: z.int().positive() }),
  /** Previews the last of these steps. */
  'recipes.preview': z.strictObject({
    steps: z.array(stepSchema).min(1).max(maxSteps),
    profileId: z.string().max(64).nullable(),
    source: grantIdSchema.nullable(),
    /** False: sends nothing and shows available results only. */
    maySend: z.boolean(),
  }),
  /** Composes the cutout of a preview; sends nothing. A newer request replaces one in progress. */
  'recipes.compose': z.strictObject({
    /** `PreviewReport.trial`. */
    trial: z.uuid().max(36),
    output: outputSchema,
    /** Rules to check against; null = none. */
    marketplace: marketplaceIdSchema.nullable(),
  }),
  /** Draws a small copy of a background picture: of a grant, or of a path in a recipe. */
  'recipes.backgroundPicture': z.strictObject({ path: pathSchema('background').min(1) }),
} as const;

export interface RecipeResponses {
  'recipes.save': undefined;
  'recipes.remove': undefined;
  'recipes.move': undefined;
  /** Name of the file. */
  'recipes.export': string;
  /** Null if no file was chosen. */
  'recipes.import': Recipe | null;
  /** URL of the source photograph. */
  'recipes.previewSource': string;
  'recipes.previewOf': Grant;
  'recipes.preview': PreviewReport;
  'recipes.compose': ComposedReport;
  /** URL; null if the file is missing or no picture. */
  'recipes.backgroundPicture': string | null;
}

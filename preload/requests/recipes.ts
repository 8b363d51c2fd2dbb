import { z } from 'zod';
import type { ComposedReport, PreviewReport } from '../../contract/jobs/preview.ts';
import { operationIds } from '../../contract/operations/operation-spec.ts';
import { marketplaceIdSchema } from '../../contract/recipes/marketplaces.ts';
import { outputSchema } from '../../contract/recipes/output.ts';
import { maxSteps, type Recipe, savedRecipeSchema, stepSchema } from '../../contract/recipes/recipe.ts';
import { type Grant, grantIdSchema, pathSchema } from '../../contract/validation/path-grant.ts';
import { request } from '../request.ts';

const id = z.string().min(1).max(64);

export const recipeRequests = {
  'recipes.save': request(savedRecipeSchema),
  'recipes.remove': request({ id }),
  /** Positions down the list; negative: up. */
  'recipes.move': request({ id, by: z.int().min(-1000).max(1000) }),
  'recipes.export': request({ id, folder: grantIdSchema }).returns<string>(),
  /** Nothing is saved. */
  'recipes.import': request().returns<Recipe | null>(),
  /** `source` null: the sample photograph. */
  'recipes.previewSource': request({
    source: grantIdSchema.nullable(),
    operation: z.enum(operationIds),
  }).returns<string>(),
  'recipes.previewOf': request({ kind: z.enum(['job', 'photograph']), id: z.int().positive() }).returns<Grant>(),
  'recipes.preview': request({
    steps: z.array(stepSchema).min(1).max(maxSteps),
    profileId: z.string().max(64).nullable(),
    source: grantIdSchema.nullable(),
    /** False: shows available results only. */
    maySend: z.boolean(),
  }).returns<PreviewReport>(),
  /** Sends nothing. A newer request replaces it. */
  'recipes.compose': request({
    /** `PreviewReport.trial`. */
    trial: z.uuid().max(36),
    output: outputSchema,
    marketplace: marketplaceIdSchema.nullable(),
  }).returns<ComposedReport>(),
  /** Returns the URL of a small copy; null if missing or no picture. */
  'recipes.backgroundPicture': request({ path: pathSchema('background').min(1) }).returns<string | null>(),
};

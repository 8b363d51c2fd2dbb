/** Requests of trying a recipe out on one photograph. */
import { z } from 'zod';
import { type Grant, grantIdSchema, pathSchema } from '../../contract/intake/path-grant.ts';
import type { ComposedReport, PreviewReport } from '../../contract/jobs/preview.ts';
import { operationIds } from '../../contract/operations/operation-spec.ts';
import { marketplaceIdSchema } from '../../contract/recipes/marketplaces.ts';
import { outputSchema } from '../../contract/recipes/output.ts';
import { maxSteps, type Recipe, stepSchema } from '../../contract/recipes/recipe.ts';

export const previewRequests = {
  /** Writes a recipe as a file into a folder. */
  'recipes.export': z.strictObject({ id: z.string().min(1).max(64), folder: grantIdSchema }),
  /** Asks for such a file, and reads it. Nothing is saved. */
  'recipes.import': z.undefined(),
  /** Another place in the list: so many places on, or (negative) back. */
  'recipes.move': z.strictObject({ id: z.string().min(1).max(64), by: z.int().min(-1000).max(1000) }),
  /** Of the sample that suits the operation, where there is no source. */
  'recipes.previewSource': z.strictObject({ source: grantIdSchema.nullable(), operation: z.enum(operationIds) }),
  /** The photograph of a job or of the light table, as one that a preview is made of. */
  'recipes.previewOf': z.strictObject({ kind: z.enum(['job', 'photograph']), id: z.int().positive() }),
  /** What the last of these steps comes to. */
  'recipes.preview': z.strictObject({
    steps: z.array(stepSchema).min(1).max(maxSteps),
    profileId: z.string().max(64).nullable(),
    source: grantIdSchema.nullable(),
    /** False: nothing is sent, and what is at hand is shown alone. */
    maySend: z.boolean(),
  }),
  /** Lays out the cutout of a trial as an output has it; nothing is sent. A newer one takes the place of one under way. */
  'recipes.compose': z.strictObject({
    /** `PreviewReport.trial`. */
    trial: z.uuid().max(36),
    output: outputSchema,
    /** The rules it is measured against; null = none. */
    marketplace: marketplaceIdSchema.nullable(),
  }),
  /** A small copy of a background picture: by its grant, or as a recipe has it. */
  'recipes.backgroundPicture': z.strictObject({ path: pathSchema('background').min(1) }),
} as const;

export interface PreviewAnswers {
  /** The name of the file. */
  'recipes.export': string;
  /** Null where none was chosen. */
  'recipes.import': Recipe | null;
  'recipes.move': undefined;
  /** Address of the photograph that a preview would be made of. */
  'recipes.previewSource': string;
  'recipes.previewOf': Grant;
  'recipes.preview': PreviewReport;
  'recipes.compose': ComposedReport;
  /** Its address; null where it is gone or no picture. */
  'recipes.backgroundPicture': string | null;
}

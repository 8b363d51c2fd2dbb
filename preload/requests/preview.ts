/** Requests of trying a recipe out on one photograph. */
import { z } from 'zod';
import { grantIdSchema, pathSchema } from '../../contract/grant.ts';
import { marketplaceIdSchema } from '../../contract/marketplaces.ts';
import { operationIds } from '../../contract/operations/spec.ts';
import { outputSchema } from '../../contract/output.ts';
import type { ComposedReport, PreviewReport } from '../../contract/preview.ts';
import { stepSchema } from '../../contract/recipe.ts';

export const previewRequests = {
  /** Of the sample that suits the operation, where there is no source. */
  'recipes.previewSource': z.strictObject({ source: grantIdSchema.nullable(), operation: z.enum(operationIds) }),
  'recipes.preview': z.strictObject({
    step: stepSchema,
    profileId: z.string().max(64).nullable(),
    source: grantIdSchema.nullable(),
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
  /** Address of the photograph that a preview would be made of. */
  'recipes.previewSource': string;
  'recipes.preview': PreviewReport;
  'recipes.compose': ComposedReport;
  /** Its address; null where it is gone or no picture. */
  'recipes.backgroundPicture': string | null;
}

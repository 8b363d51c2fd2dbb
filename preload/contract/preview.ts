/** Previews of the recipe form: a step tried out on one photograph, and the cutout of that laid out as an output asks for. */
import { z } from 'zod';
import type { EarlyFinding } from './check.ts';
import { grantIdSchema, pathSchema } from './grant.ts';
import { marketplaceIdSchema } from './marketplaces.ts';
import { operationIds } from './operations/spec.ts';
import { outputSchema } from './output.ts';
import { stepSchema } from './recipe.ts';
import type { Message, Sentence } from './sentence.ts';

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

export interface PreviewReport {
  readonly beforeUrl: string;
  /** Null for an analysis. */
  readonly afterUrl: string | null;
  /** Names the cutout it came to, to be laid out; null where it is none. */
  readonly trial: string | null;
  readonly analysis: unknown;
  readonly error: Message | null;
}

export interface ComposedReport {
  /** What it looks like; null where it could not be drawn. */
  readonly url: string | null;
  /** Of the file, px. */
  readonly width: number;
  readonly height: number;
  /** What the file will have to say about it. */
  readonly notes: readonly Sentence[];
  readonly findings: readonly EarlyFinding[] | null;
  readonly error: Message | null;
}

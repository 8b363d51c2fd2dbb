/** Touching up a result by hand: strokes on the matte of a cutout, and how much of a retouch is kept. */
import { z } from 'zod';
import type { Box } from '../jobs/result.ts';
import { messageKey } from '../messages/message.ts';
import type { OperationId } from '../operations/operation-spec.ts';
import { operations } from '../operations/table.ts';

export const maxStrokes = 2000;
export const maxPointsPerStroke = 5000;
/** Of all strokes together: hours of brushing, and no more than a picture can be made from in minutes. */
export const maxPoints = 500_000;
/** A face for each guest of a wedding. */
const maxTouchedFaces = 500;

/** px of the upright photograph; a stroke may lead out of it. Whole numbers lie between pixels: (0, 0) is the upper left corner. */
const coordinate = z.number().min(-1_000_000).max(1_000_000);
const share = z.number().min(0).max(1);

/** One stroke of the brush, from pressing to releasing. */
export const strokeSchema = z.strictObject({
  /** `restore` brings the photograph back, `erase` takes it out. */
  mode: z.enum(['restore', 'erase']),
  points: z
    .array(z.tuple([coordinate, coordinate]))
    .min(1)
    .max(maxPointsPerStroke),
  /** px of the photograph. */
  radius: z.number().min(0.5).max(2000),
  /** Share of the radius over which the stroke fades: 0 = a hard rim, 1 = from the middle on. */
  softness: share,
  /** The stroke ends at edges of the photograph. */
  edgeAware: z.boolean(),
});
export type Stroke = z.infer<typeof strokeSchema>;

/**
 * All strokes on a result, in the order they were made. A touched-up picture is always made anew from the service's result
 * and this list, so undoing is leaving out the last one.
 */
export const strokesSchema = z
  .array(strokeSchema)
  .max(maxStrokes)
  .refine((strokes) => strokes.reduce((sum, { points }) => sum + points.length, 0) <= maxPoints, {
    error: messageKey('contract.touch.tooManyPoints'),
  });

const faceSchema = z.strictObject({
  shape: z.enum(['ellipse', 'box']),
  x: coordinate,
  y: coordinate,
  width: z.number().min(1).max(1_000_000),
  height: z.number().min(1).max(1_000_000),
  strength: share,
} satisfies Record<keyof Box | 'shape' | 'strength', z.ZodType>);
export type FaceStrength = z.infer<typeof faceSchema>;

/** How much of the change a retouch made is laid over the photograph: 0 = the photograph, 1 = the result. */
export const strengthSchema = z.strictObject({
  whole: share,
  /** Faces with a strength of their own, px of the upright photograph. */
  faces: z.array(faceSchema).max(maxTouchedFaces).default([]),
});
export type Strength = z.infer<typeof strengthSchema>;

/** What makes a version of a result: kept with it, so that it can be gone on with. */
export const touchUpSchema = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('brush'), strokes: strokesSchema }),
  z.strictObject({ by: z.literal('strength'), strength: strengthSchema }),
]);
export type TouchUpEdit = z.infer<typeof touchUpSchema>;

/** How results of an operation are touched up: a cutout by the brush, a retouch by its strength; null = not at all. */
export function touchUpKind(operation: OperationId): TouchUpEdit['by'] | null {
  switch (operations[operation].restore) {
    case 'alpha':
    case 'boxes':
      return 'brush';
    case 'difference':
      return 'strength';
    default:
      return null;
  }
}

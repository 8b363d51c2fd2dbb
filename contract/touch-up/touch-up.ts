/** Strokes on a cutout's matte, or the strength of a retouch. */
import { z } from 'zod';
import type { Box } from '../jobs/result.ts';
import { messageKey } from '../messages/message.ts';
import type { OperationId } from '../operations/operation-spec.ts';
import { operations } from '../operations/table.ts';

export const maxStrokes = 2000;
export const maxPointsPerStroke = 5000;
/** Enough for hours of brushing, and renders in minutes. */
export const maxPoints = 500_000;
const maxTouchedFaces = 500;

/** px of the upright photograph, or outside. Integers are between pixels: (0, 0) is the upper left corner. */
const coordinate = z.number().min(-1_000_000).max(1_000_000);
const share = z.number().min(0).max(1);

const strokeSchema = z.strictObject({
  /** `restore` brings the photograph back. */
  mode: z.enum(['restore', 'erase']),
  points: z
    .array(z.tuple([coordinate, coordinate]))
    .min(1)
    .max(maxPointsPerStroke),
  /** px of the photograph. */
  radius: z.number().min(0.5).max(2000),
  /** Fading share of the radius: 0 = hard, 1 = from the center. */
  softness: share,
  /** Stops at edges of the photograph. */
  edgeAware: z.boolean(),
});
export type Stroke = z.infer<typeof strokeSchema>;

/** In order. Pictures are always made from the service's result and this list, so that undo only drops a stroke. */
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

/** 0 = the photograph, 1 = the result. */
export const strengthSchema = z.strictObject({
  whole: share,
  /** Faces with other strengths, px of the upright photograph. */
  faces: z.array(faceSchema).max(maxTouchedFaces).default([]),
});
export type Strength = z.infer<typeof strengthSchema>;

/** Stored with the version that it makes, to be continued. */
export const touchUpSchema = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('brush'), strokes: strokesSchema }),
  z.strictObject({ by: z.literal('strength'), strength: strengthSchema }),
]);
export type TouchUpEdit = z.infer<typeof touchUpSchema>;

/** Returns null if results cannot be touched up. */
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

import { z } from 'zod';
import { type MessageDescriptor, msg, nestedMessage } from '../messages/message.ts';

export const maxFaces = 100;
/** Score of the engine's face analysis. */
const rating = z.int().min(1).max(100);

const excludedActionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('leave') }),
  /** Makes a proof. */
  z.strictObject({ kind: z.literal('look') }),
  /** Ignores the conditions of that recipe. */
  z.strictObject({ kind: z.literal('recipe'), recipeId: z.string().min(1).max(64) }),
]);
export type ExcludedAction = z.infer<typeof excludedActionSchema>;

/** Each condition that is not null must be met. */
export const conditionsSchema = z
  .strictObject({
    faces: z
      .strictObject({ rule: z.enum(['at-least', 'exactly']), count: z.int().min(0).max(maxFaces) })
      .nullable()
      .default(null),
    /** `person`: face or not. */
    subject: z.enum(['person', 'thing']).nullable().default(null),
    /** Minimum ratings of the largest face. */
    quality: rating.nullable().default(null),
    sharpness: rating.nullable().default(null),
    otherwise: excludedActionSchema.default({ kind: 'leave' }),
  })
  .superRefine((conditions, context) => {
    if (!isPossible(conditions))
      context.addIssue({ code: 'custom', path: [], ...nestedMessage(msg('contract.only.impossible')) });
  });
export type RecipeConditions = z.infer<typeof conditionsSchema>;

export interface DetectedSubject {
  /** Large enough faces. */
  readonly faces: number;
  /** Largest face's rating; null if not rated. */
  readonly quality: number | null;
  readonly sharpness: number | null;
  /** Null if unchecked. */
  readonly person: boolean | null;
}

function isPossible({ faces, subject, quality, sharpness }: Omit<RecipeConditions, 'otherwise'>): boolean {
  const maxFaceCount = subject === 'thing' ? 0 : faces?.rule === 'exactly' ? faces.count : maxFaces;
  const minFaceCount = Math.max(faces?.count ?? 0, quality === null && sharpness === null ? 0 : 1);
  return minFaceCount <= maxFaceCount;
}

export function needsPersonCheck(
  { subject }: Pick<RecipeConditions, 'subject'>,
  { faces, person }: DetectedSubject,
): boolean {
  return subject !== null && faces === 0 && person === null;
}

/** Returns null if all conditions are met. */
export function exclusionReason(
  { faces, subject, quality, sharpness }: Omit<RecipeConditions, 'otherwise'>,
  detected: DetectedSubject,
): MessageDescriptor | null {
  const hasPerson = detected.faces > 0 || detected.person === true;
  if (faces !== null && detected.faces !== faces.count && (faces.rule === 'exactly' || detected.faces < faces.count))
    return facesMessage(detected);
  if (subject === 'person' && !hasPerson) return msg('contract.only.noPerson');
  if (subject === 'thing' && hasPerson) return msg('contract.only.person');
  if ((quality !== null || sharpness !== null) && detected.faces === 0) return facesMessage(detected);
  if (quality !== null && (detected.quality ?? 0) < quality)
    return msg('contract.only.quality', { rating: detected.quality ?? 0, least: quality });
  if (sharpness !== null && (detected.sharpness ?? 0) < sharpness)
    return msg('contract.only.sharpness', { rating: detected.sharpness ?? 0, least: sharpness });
  return null;
}

function facesMessage({ faces }: DetectedSubject): MessageDescriptor {
  return faces === 0 ? msg('contract.only.noFace') : msg('contract.only.faces', { count: faces });
}

/** Which photographs a recipe is for, by what the built-in engine sees in them, and what becomes of the others. */
import { z } from 'zod';
import { type MessageDescriptor, msg, nestedMessage } from '../messages/message.ts';

/** Faces that are told apart: a picture of more is a crowd. */
export const maxFaces = 100;
/** Of 100, as the engine's face analysis rates faces. */
const rating = z.int().min(1).max(100);

/** What becomes of a photograph that a recipe is not for. */
export const excludedActionSchema = z.discriminatedUnion('kind', [
  /** Nothing is done with it. */
  z.strictObject({ kind: z.literal('leave') }),
  /** It waits on the light table to be looked through. */
  z.strictObject({ kind: z.literal('look') }),
  /** It is processed with another recipe, whatever that one is for. */
  z.strictObject({ kind: z.literal('recipe'), recipeId: z.string().min(1).max(64) }),
]);
export type ExcludedAction = z.infer<typeof excludedActionSchema>;

/** The conditions of a recipe: a photograph has to meet each that is not null. */
export const conditionsSchema = z
  .strictObject({
    /** How many faces it shows. */
    faces: z
      .strictObject({ rule: z.enum(['at-least', 'exactly']), count: z.int().min(0).max(maxFaces) })
      .nullable()
      .default(null),
    /** Whether it shows a person, of whom no face needs to be seen, or none. */
    subject: z.enum(['person', 'thing']).nullable().default(null),
    /** The least that its largest face may be rated: altogether, and for its sharpness alone. */
    quality: rating.nullable().default(null),
    sharpness: rating.nullable().default(null),
    otherwise: excludedActionSchema.default({ kind: 'leave' }),
  })
  .superRefine((conditions, context) => {
    if (!isPossible(conditions))
      context.addIssue({ code: 'custom', path: [], ...nestedMessage(msg('contract.only.impossible')) });
  });
export type RecipeConditions = z.infer<typeof conditionsSchema>;

/** What was seen in a photograph. */
export interface DetectedSubject {
  /** Faces that are large enough to be told of. */
  readonly faces: number;
  /** Ratings of the largest face, of 100; null where there is none, or it was not rated. */
  readonly quality: number | null;
  readonly sharpness: number | null;
  /** Whether it shows a person; null = nobody has looked for one. */
  readonly person: boolean | null;
}

/** False where no photograph can meet all conditions. */
function isPossible({ faces, subject, quality, sharpness }: Omit<RecipeConditions, 'otherwise'>): boolean {
  const maxFaceCount = subject === 'thing' ? 0 : faces?.rule === 'exactly' ? faces.count : maxFaces;
  const minFaceCount = Math.max(faces?.count ?? 0, quality === null && sharpness === null ? 0 : 1);
  return minFaceCount <= maxFaceCount;
}

/** True where it makes a difference whether a photograph without a face shows a person. */
export function needsPersonCheck(
  { subject }: Pick<RecipeConditions, 'subject'>,
  { faces, person }: DetectedSubject,
): boolean {
  return subject !== null && faces === 0 && person === null;
}

/** Why a photograph is none of those that a recipe is for; null where it is one. */
export function exclusionReason(
  { faces, subject, quality, sharpness }: Omit<RecipeConditions, 'otherwise'>,
  seen: DetectedSubject,
): MessageDescriptor | null {
  const hasPerson = seen.faces > 0 || seen.person === true;
  if (faces !== null && seen.faces !== faces.count && (faces.rule === 'exactly' || seen.faces < faces.count))
    return facesSeen(seen);
  if (subject === 'person' && !hasPerson) return msg('contract.only.noPerson');
  if (subject === 'thing' && hasPerson) return msg('contract.only.person');
  if ((quality !== null || sharpness !== null) && seen.faces === 0) return facesSeen(seen);
  if (quality !== null && (seen.quality ?? 0) < quality)
    return msg('contract.only.quality', { rating: seen.quality ?? 0, least: quality });
  if (sharpness !== null && (seen.sharpness ?? 0) < sharpness)
    return msg('contract.only.sharpness', { rating: seen.sharpness ?? 0, least: sharpness });
  return null;
}

function facesSeen({ faces }: DetectedSubject): MessageDescriptor {
  return faces === 0 ? msg('contract.only.noFace') : msg('contract.only.faces', { count: faces });
}

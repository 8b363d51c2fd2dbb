/** Validation of items and errors from the database, which another station or a person may have written. */
import { z } from 'zod';
import { advices, errorKinds } from '../../../contract/jobs/job.ts';
import { isMessage, type Message, msg, UserFacingError } from '../../../contract/messages/message.ts';
import { photographDecisionSchema } from '../../../contract/review/photo-decision.ts';
import type { SharedItem } from './queue-types.ts';

const messageSchema = z.custom<Message>((value) => isMessage(value));

/** Errors of jobs, as the contract's `JobError`. */
export const jobErrorSchema = z.looseObject({
  kind: z.enum(errorKinds),
  code: z.string().max(100),
  advice: z.enum(advices),
  message: messageSchema,
  requestId: z.string().nullable(),
  logId: z.string().nullable(),
});

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const size = z.int().min(0);

/** Paths and recipes are validated when they are converted. */
const itemSchema = z.looseObject({
  batch: z.looseObject({ title: messageSchema }),
  share: z.string(),
  path: z.string(),
  outputFolder: z.string(),
  relativeFolder: z.string(),
  contentHash: hash,
  pictureHash: hash.nullable(),
  bytes: size,
  width: size,
  height: size,
  priority: z.int(),
  problem: jobErrorSchema.nullable(),
  takenAt: z.number().nullable().default(null),
  decision: photographDecisionSchema.omit({ note: true }).nullable().default(null),
});

/** @throws UserFacingError if the item is invalid */
export function parseSharedItem(item: unknown): Omit<SharedItem, 'recipe'> {
  const { data, error } = itemSchema.safeParse(item);
  if (error !== undefined) throw new UserFacingError(msg('studio.item.unknown'), { cause: error });
  return data as unknown as Omit<SharedItem, 'recipe'>;
}

/** Requests about copying a card. */
import { z } from 'zod';
import { type CopyOutcome, type CopyPlan, copyOptionsSchema } from '../../contract/intake/cards.ts';

export const cardRequests = {
  /** What a copy would be; nothing is written. A newer question calls the one before off, which is answered with null. */
  'cards.plan': copyOptionsSchema,
  /** Answered when it is over; `bulk` tells how far it is, `lists.stop` ends it. */
  'cards.copy': z.strictObject({ options: copyOptionsSchema, recipeId: z.string().min(1).max(64) }),
  /** Shows the first folder of the last copy. */
  'cards.reveal': z.undefined(),
} as const;

export interface CardAnswers {
  'cards.plan': CopyPlan | null;
  'cards.copy': CopyOutcome;
  'cards.reveal': undefined;
}

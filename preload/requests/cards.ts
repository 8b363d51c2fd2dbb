import { z } from 'zod';
import { type CopyOutcome, type CopyPlan, copyOptionsSchema } from '../../contract/intake/cards.ts';
import { request } from '../request.ts';

export const cardRequests = {
  /** A newer request cancels it; then null. */
  'cards.plan': request(copyOptionsSchema).returns<CopyPlan | null>(),
  /** Responds at the end; the event `bulk` reports progress, `lists.stop` cancels. */
  'cards.copy': request({ options: copyOptionsSchema, recipeId: z.string().min(1).max(64) }).returns<CopyOutcome>(),
  'cards.reveal': request(),
};

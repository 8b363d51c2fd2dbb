/** Requests of looking closely: which photographs belong together, where faces are, and decisions about single results. */
import { z } from 'zod';
import type { Box } from '../../contract/result.ts';
import { photographDecisionSchema } from '../../contract/review/decision.ts';

const id = z.int().positive();

export const lookRequests = {
  /** Photographs of a stack (named by its first one), in the order they were taken. */
  'look.stack': z.strictObject({ id }),
  /** The faces of a photograph, looked for by the built-in engine: free, and nobody else sees it. */
  'look.faces': z.strictObject({ id }),
  /** The window fills the screen, or does not. */
  'look.fullScreen': z.strictObject({ on: z.boolean() }),
  /** Decides about results of photographs, each for itself. */
  'look.decide': z.strictObject({
    ids: z.array(id).min(1).max(500),
    change: photographDecisionSchema.omit({ note: true }).partial(),
  }),
} as const;

export interface LookAnswers {
  /** Empty where there is no such stack any more. */
  'look.stack': readonly number[];
  /** In parts (0..1) of the upright photograph's sides. */
  'look.faces': readonly Box[];
  'look.fullScreen': undefined;
  /** How many were touched. */
  'look.decide': number;
}

/** Requests of looking closely: which photographs belong together, where faces are, and decisions about single results. */
import { z } from 'zod';
import type { Box } from '../../contract/jobs/result.ts';
import { photographDecisionSchema } from '../../contract/review/photo-decision.ts';

const id = z.int().positive();

export const loupeRequests = {
  /** Photographs of a stack (named by its first one), in the order they were taken. */
  'loupe.stack': z.strictObject({ id }),
  /** The faces of a photograph, looked for by the built-in engine: free, and nobody else sees it. */
  'loupe.faces': z.strictObject({ id }),
  /** The window fills the screen, or does not. */
  'loupe.fullScreen': z.strictObject({ on: z.boolean() }),
  /** Decides about results of photographs, each for itself. */
  'loupe.decide': z.strictObject({
    ids: z.array(id).min(1).max(500),
    change: photographDecisionSchema.omit({ note: true }).partial(),
  }),
  /** Results are right as they are, whatever our own look at them found. */
  'loupe.looksRight': z.strictObject({ ids: z.array(id).min(1).max(500) }),
} as const;

export interface LoupeAnswers {
  /** Empty where there is no such stack any more. */
  'loupe.stack': readonly number[];
  /** In parts (0..1) of the upright photograph's sides. */
  'loupe.faces': readonly Box[];
  'loupe.fullScreen': undefined;
  /** How many were touched. */
  'loupe.decide': number;
  /** How many had a mark. */
  'loupe.looksRight': number;
}

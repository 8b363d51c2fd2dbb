import { z } from 'zod';

/** In stored order. Keys 6 to 9 set red to blue, as in Lightroom. */
export const labels = ['none', 'red', 'yellow', 'green', 'blue', 'purple'] as const;
export const maxStars = 5;

export const photographDecisionSchema = z.strictObject({
  /** -1 rejected, 0 without a flag, 1 picked. */
  flag: z.union([z.literal(-1), z.literal(0), z.literal(1)]),
  stars: z.int().min(0).max(maxStars),
  /** Index in `labels`. */
  label: z
    .int()
    .min(0)
    .max(labels.length - 1),
  note: z.string().max(4000),
});
export type Decision = z.infer<typeof photographDecisionSchema>;
export const decisionChangeSchema = photographDecisionSchema.partial();
export type DecisionChange = { readonly [K in keyof Decision]?: Decision[K] };

export const noDecision: Decision = { flag: 0, stars: 0, label: 0, note: '' };

/** Picks that start work. */
import { z } from 'zod';
import { labels } from '../review/photo-decision.ts';

/** `client`: in a gallery. */
export const pickMarks = ['picked', 'client', ...labels.filter((label) => label !== 'none')] as const;
export type PickMark = (typeof pickMarks)[number];

export const pickRuleSchema = z.strictObject({ mark: z.enum(pickMarks), recipeId: z.string().min(1).max(64) });
export type PickRule = z.infer<typeof pickRuleSchema>;

/** What the window tells before it is closed: it keeps what was typed first, and says what would be lost. */
import { z } from 'zod';

export const leavingSchema = z.strictObject({
  /** Results with strokes or strengths that are not saved. */
  unsaved: z.int().min(0).max(1_000_000),
  /** Some are being saved: how that ends is to be waited for. */
  saving: z.boolean(),
});
export type Leaving = z.infer<typeof leavingSchema>;

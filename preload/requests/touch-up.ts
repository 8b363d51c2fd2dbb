/** Requests about touching up a result in the loupe: opened, shown as it would be, saved as a version, taken away again. */
import { z } from 'zod';
import { maxStrokes, strokesSchema, touchUpSchema } from '../../contract/touch-up/touch-up.ts';
import type { PicturePatch, TouchUpSession } from '../../contract/touch-up/touch-up-session.ts';

const id = z.int().positive();

const number = z.int().nonnegative();

export const touchRequests = {
  /** One result at a time: what was open before is closed. */
  'touch.open': z.strictObject({ id }),
  /** What is new of the strokes on the open result: hours of them are not sent again with each one. */
  'touch.paint': z.strictObject({
    id,
    /** Of `TouchUpSession`. */
    opening: number,
    /** One more than the last request’s, of which the first is 1; or any larger one where no stroke is kept. */
    number: number.min(1),
    /** How many strokes stay, from the first on. */
    keep: number.max(maxStrokes),
    /** The strokes after those. */
    added: strokesSchema,
    /** The number of the answer that is seen, 0 before the first one. */
    seen: number,
  }),
  'touch.save': z.strictObject({ id, touch: touchUpSchema }),
  /** Ends the saving of what was made of this result. */
  'touch.callOff': z.strictObject({ id }),
  /** What is being saved goes on. */
  'touch.close': z.undefined(),
  /** Of versions that were made by hand alone. */
  'touch.remove': z.strictObject({ id }),
} as const;

export interface TouchAnswers {
  'touch.open': TouchUpSession;
  /** Null where other strokes were asked for meanwhile. */
  'touch.paint': PicturePatch | null;
  /** Id of the new version, and the name of its file. */
  'touch.save': { readonly id: number; readonly name: string };
  'touch.callOff': undefined;
  'touch.close': undefined;
  'touch.remove': undefined;
}

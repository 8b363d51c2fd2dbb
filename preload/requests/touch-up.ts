import { z } from 'zod';
import { maxStrokes, strokesSchema, touchUpSchema } from '../../contract/touch-up/touch-up.ts';
import type { PicturePatch, TouchUpSession } from '../../contract/touch-up/touch-up-session.ts';
import { request } from '../request.ts';

const id = z.int().positive();
const number = z.int().nonnegative();

export const touchUpRequests = {
  'touch.open': request({ id }).returns<TouchUpSession>(),
  /** Sends changes only, because sessions have many strokes. Null if a newer request replaced it. */
  'touch.paint': request({
    id,
    /** From `TouchUpSession`. */
    opening: number,
    /** Counts from 1; may skip numbers if `keep` is 0. */
    number: number.min(1),
    keep: number.max(maxStrokes),
    added: strokesSchema,
    /** Last response that was shown; 0 before the first. */
    seen: number,
  }).returns<PicturePatch | null>(),
  'touch.save': request({ id, touch: touchUpSchema }).returns<{ readonly id: number; readonly name: string }>(),
  'touch.callOff': request({ id }),
  /** A running save continues. */
  'touch.close': request(),
  'touch.remove': request({ id }),
};

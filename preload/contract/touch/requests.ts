/** Requests about touching up a result in the loupe: opened, shown as it would be, saved as a version, taken away again. */
import { z } from 'zod';
import { mostStrokes, strokesSchema, type Touch, touchSchema } from '../touch.ts';
import type { Area } from './stroke-mask.ts';

const id = z.int().positive();
const number = z.int().nonnegative();

export const touchRequests = {
  /** One result at a time: what was open before is closed. */
  'touch.open': z.strictObject({ id }),
  /** What is new of the strokes on the open result: hours of them are not sent again with each one. */
  'touch.paint': z.strictObject({
    id,
    /** Of `TouchOpened`. */
    opening: number,
    /** One more than the last request’s, of which the first is 1; or any larger one where no stroke is kept. */
    number: number.min(1),
    /** How many strokes stay, from the first on. */
    keep: number.max(mostStrokes),
    /** The strokes after those. */
    added: strokesSchema,
    /** The number of the answer that is seen, 0 before the first one. */
    seen: number,
  }),
  'touch.save': z.strictObject({ id, touch: touchSchema }),
  /** Ends the saving of what was made of this result. */
  'touch.callOff': z.strictObject({ id }),
  /** What is being saved goes on. */
  'touch.close': z.undefined(),
  /** Of versions that were made by hand alone. */
  'touch.remove': z.strictObject({ id }),
} as const;

/** RGBA in sRGB, row after row. */
export interface TouchPicture {
  /** px */
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** What is new of a picture since the one that was seen; of no width where nothing is. */
export type TouchPart = TouchPicture & Area;

/** A result that is open to be touched up, small; its pictures show what the result shows of the photograph. */
export interface TouchOpened {
  /** The version that was asked for. */
  readonly id: number;
  /** Which opening it is: strokes of an earlier one are refused. */
  readonly opening: number;
  /** The service's own, which every version is made from. */
  readonly ownId: number;
  readonly by: Touch['by'];
  /** What is where the result has nothing: transparency, white, or black in a mask. */
  readonly ground: 'clear' | 'white' | 'mask';
  /** What the version was made by; null for the service's own. */
  readonly touch: Touch | null;
  /** px of the pictures per px of the photograph. */
  readonly scale: number;
  /** Where their upper left corner lies in the photograph, px. */
  readonly left: number;
  readonly top: number;
  readonly photograph: TouchPicture;
  /** With the strokes of `touch`. */
  readonly result: TouchPicture;
}

export interface TouchAnswers {
  'touch.open': TouchOpened;
  /** Null where other strokes were asked for meanwhile. */
  'touch.paint': TouchPart | null;
  /** Id of the new version, and the name of its file. */
  'touch.save': { readonly id: number; readonly name: string };
  'touch.callOff': undefined;
  'touch.close': undefined;
  'touch.remove': undefined;
}

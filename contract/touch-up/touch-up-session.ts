/** A result that is open to be touched up, and its pictures. */

import type { Area } from './stroke-mask.ts';
import type { TouchUpEdit } from './touch-up.ts';

/** RGBA in sRGB, row after row. */
export interface TouchPicture {
  /** px */
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** What is new of a picture since the one that was seen; of no width where nothing is. */
export type PicturePatch = TouchPicture & Area;

/** A result that is open to be touched up, small; its pictures show what the result shows of the photograph. */
export interface TouchUpSession {
  /** The version that was asked for. */
  readonly id: number;
  /** Which opening it is: strokes of an earlier one are refused. */
  readonly opening: number;
  /** The service's own, which every version is made from. */
  readonly ownId: number;
  readonly by: TouchUpEdit['by'];
  /** What is where the result has nothing: transparency, white, or black in a mask. */
  readonly ground: 'clear' | 'white' | 'mask';
  /** What the version was made by; null for the service's own. */
  readonly touch: TouchUpEdit | null;
  /** px of the pictures per px of the photograph. */
  readonly scale: number;
  /** Where their upper left corner lies in the photograph, px. */
  readonly left: number;
  readonly top: number;
  readonly photograph: TouchPicture;
  /** With the strokes of `touch`. */
  readonly result: TouchPicture;
}

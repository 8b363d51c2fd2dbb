import type { Area } from './stroke-mask.ts';
import type { TouchUpEdit } from './touch-up.ts';

/** RGBA in sRGB, row by row. */
export interface TouchPicture {
  /** px */
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** Changed part; width 0 if unchanged. */
export type PicturePatch = TouchPicture & Area;

/** An open result, downscaled. Its pictures cover the same part of the photograph. */
export interface TouchUpSession {
  readonly id: number;
  /** Strokes for an earlier opening are rejected. */
  readonly opening: number;
  /** The service's result, the source of every version. */
  readonly ownId: number;
  readonly by: TouchUpEdit['by'];
  readonly ground: 'clear' | 'white' | 'mask';
  /** Null for the service's result. */
  readonly touch: TouchUpEdit | null;
  /** px of the pictures per px of the photograph. */
  readonly scale: number;
  /** Upper left corner, px of the photograph. */
  readonly left: number;
  readonly top: number;
  readonly photograph: TouchPicture;
  /** Includes the strokes of `touch`. */
  readonly result: TouchPicture;
}

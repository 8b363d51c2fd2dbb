/** What of a picture was painted, apart from it: so that it can be laid over the picture at its own size. Pure. */
import type { Area } from '../../../../contract/touch-up/stroke-mask.ts';
import type { Pixels } from './liveStroke.ts';

export interface Edits {
  /** RGBA of what was changed; clear elsewhere. */
  readonly painted: Pixels;
  /** Opaque where something was changed. */
  readonly mask: Pixels;
}

/**
 * @param before RGBA of the whole picture as it was, and `now` as it is.
 * @param across px of its rows.
 */
export function editsIn(before: Uint8Array, now: Pixels, across: number, { left, top, width, height }: Area): Edits {
  const painted: Pixels = new Uint8ClampedArray(width * height * 4);
  const mask: Pixels = new Uint8ClampedArray(width * height * 4);
  for (let row = 0, to = 0; row < height; row++) {
    let from = ((top + row) * across + left) * 4;
    for (let x = 0; x < width; x++, from += 4, to += 4) {
      const isSame =
        now[from] === before[from] &&
        now[from + 1] === before[from + 1] &&
        now[from + 2] === before[from + 2] &&
        now[from + 3] === before[from + 3];
      if (isSame) continue;
      for (let c = 0; c < 4; c++) painted[to + c] = now[from + c]!;
      mask[to + 3] = 255;
    }
  }
  return { painted, mask };
}

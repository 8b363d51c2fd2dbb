/** Differences of two photographs of one size, as a whole or by a mask, in 0..255 of a channel. */
import type { Plane } from '../../../../engine/pixels/plane.ts';
import type { Photo } from '../../../../engine/vision/photo/decode.ts';

export interface Difference {
  readonly max: number;
  readonly mean: number;
  /** Share of pixels with a channel that changed by more than 1. */
  readonly changed: number;
}

/**
 * Compares the pixels whose mask is 0 (`outside`) or not (`inside`).
 * @throws Error for photographs of different sizes
 */
export function difference(a: Photo, b: Photo, mask?: Plane, part: 'inside' | 'outside' = 'inside'): Difference {
  if (a.width !== b.width || a.height !== b.height) {
    throw new Error(`${a.width} x ${a.height} px became ${b.width} x ${b.height} px`);
  }
  let [max, sum, changed, count] = [0, 0, 0, 0];
  for (let i = 0; i < a.width * a.height; i++) {
    if (mask && mask.data[i]! > 0 !== (part === 'inside')) continue;
    let here = 0;
    for (let c = i * 3; c < i * 3 + 3; c++) {
      const off = Math.abs(a.rgb[c]! - b.rgb[c]!);
      sum += off;
      here = Math.max(here, off);
    }
    max = Math.max(max, here);
    if (here > 1) changed++;
    count++;
  }
  return { max, mean: count === 0 ? 0 : sum / count / 3, changed: count === 0 ? 0 : changed / count };
}

/** How much two photographs of one size differ, everywhere or where a mask says so. Values are 0..255 of a channel. */
import type { Plane } from '../../../engine/pixels/plane.ts';
import type { Photo } from '../../../engine/vision/photo/decode.ts';

export interface Difference {
  readonly most: number;
  readonly mean: number;
  /** Part of the pixels, 0..1, of which a channel changed by more than 1. */
  readonly changed: number;
}

/**
 * The difference over the pixels where `mask` is 0 (`where: 'outside'`) or not 0 (`'inside'`).
 * @throws Error for photographs of different sizes
 */
export function difference(a: Photo, b: Photo, mask?: Plane, where: 'inside' | 'outside' = 'inside'): Difference {
  if (a.width !== b.width || a.height !== b.height) {
    throw new Error(`${a.width} x ${a.height} px became ${b.width} x ${b.height} px`);
  }
  let [most, sum, changed, count] = [0, 0, 0, 0];
  for (let i = 0; i < a.width * a.height; i++) {
    if (mask && mask.data[i]! > 0 !== (where === 'inside')) continue;
    let here = 0;
    for (let c = i * 3; c < i * 3 + 3; c++) {
      const off = Math.abs(a.rgb[c]! - b.rgb[c]!);
      sum += off;
      here = Math.max(here, off);
    }
    most = Math.max(most, here);
    if (here > 1) changed++;
    count++;
  }
  return { most, mean: count === 0 ? 0 : sum / count / 3, changed: count === 0 ? 0 : changed / count };
}

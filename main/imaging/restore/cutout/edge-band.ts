/** Uncertain pixels of a small cutout, around every change of its alpha. */
import type { Size } from '../../size.ts';

/** Encoders blur 0 up to `clear`, and 255 down to `solid`. */
const clear = 2;
const solid = 253;
/** Maximum distance of the true edge, px of the small cutout. */
const reach = 2;

/** Marks pixels near a change of alpha with 1. */
export async function markUncertain(
  alpha: Uint8Array,
  { width, height }: Size,
  yieldToEventLoop: () => Promise<void> | undefined,
): Promise<Uint8Array> {
  const low = new Uint8Array(alpha.length);
  const high = new Uint8Array(alpha.length);
  for (let y = 0; y < height; y++) {
    await yieldToEventLoop();
    for (let x = 0; x < width; x++) {
      let min = 255;
      let max = 0;
      for (let i = Math.max(0, x - reach); i <= Math.min(width - 1, x + reach); i++) {
        const value = alpha[y * width + i]!;
        if (value < min) min = value;
        if (value > max) max = value;
      }
      low[y * width + x] = min;
      high[y * width + x] = max;
    }
  }
  const uncertain = new Uint8Array(alpha.length);
  for (let y = 0; y < height; y++) {
    await yieldToEventLoop();
    for (let x = 0; x < width; x++) {
      let min = 255;
      let max = 0;
      for (let i = Math.max(0, y - reach); i <= Math.min(height - 1, y + reach); i++) {
        if (low[i * width + x]! < min) min = low[i * width + x]!;
        if (high[i * width + x]! > max) max = high[i * width + x]!;
      }
      uncertain[y * width + x] = max <= clear || min >= solid ? 0 : 1;
    }
  }
  return uncertain;
}

/** Numbers uncertain pixels and their neighbors, which are interpolated. */
export function indexNeighborhood(
  uncertain: Uint8Array,
  width: number,
  height: number,
): { index: Int32Array; count: number } {
  const index = new Int32Array(uncertain.length).fill(-1);
  let count = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (uncertain[y * width + x] === 0) continue;
      for (let j = Math.max(0, y - 1); j <= Math.min(height - 1, y + 1); j++) {
        for (let i = Math.max(0, x - 1); i <= Math.min(width - 1, x + 1); i++) {
          if (index[j * width + i] === -1) index[j * width + i] = count++;
        }
      }
    }
  }
  return { index, count };
}

import type { Region, Size } from '../size.ts';
import { maxSampleOf, type Samples } from '../unpacked-image.ts';
import { createYielder } from '../yield-to-event-loop.ts';

/** A tenth of 255. */
const minVisibleAlpha = 26;
/** Fewer pixels in a row or column are dust. */
const minVisiblePixels = 3;
const stripe = 256;

export interface Rgba extends Size {
  read(region: Region, buffer?: Samples): Promise<Samples>;
}

/** The rectangle around the visible pixels, or null. */
export async function findSubjectBounds(cutout: Rgba, signal: AbortSignal): Promise<Region | null> {
  const { width, height } = cutout;
  const yieldToEventLoop = createYielder(signal);
  const columns = new Uint32Array(width);
  const rows = new Uint32Array(height);
  let pixels: Samples | undefined;
  for (let top = 0; top < height; top += stripe) {
    const count = Math.min(stripe, height - top);
    pixels = await cutout.read({ left: 0, top, width, height: count }, pixels);
    const minAlpha = (minVisibleAlpha * maxSampleOf(pixels)) / 255;
    for (let y = 0; y < count; y++) {
      for (let x = 0; x < width; x++) {
        if ((pixels[(y * width + x) * 4 + 3] as number) < minAlpha) continue;
        columns[x] = (columns[x] as number) + 1;
        rows[top + y] = (rows[top + y] as number) + 1;
      }
      await yieldToEventLoop();
    }
  }
  const [left, right] = boundsAbove(columns, Math.min(minVisiblePixels, height));
  const [first, last] = boundsAbove(rows, Math.min(minVisiblePixels, width));
  return right < left || last < first ? null : { left, top: first, width: right - left + 1, height: last - first + 1 };
}

/** First and last index with enough, or [0, -1]. */
export function boundsAbove(counts: Uint32Array, minCount: number): readonly [number, number] {
  const first = counts.findIndex((count) => count >= minCount);
  return first === -1 ? [0, -1] : [first, counts.findLastIndex((count) => count >= minCount)];
}

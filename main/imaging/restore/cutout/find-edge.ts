/**
 * Models the edge of a small cutout. Around each edge pixel, alpha is a linear function of color (guided filter, He et
 * al. 2013). Applied to the photograph's own colors, it restores hair and sharp outlines, which an enlarged matte
 * blurs.
 */

import type { Size } from '../../size.ts';
import { createYielder } from '../../yield-to-event-loop.ts';
import { indexNeighborhood, markUncertain } from './edge-band.ts';
import { estimateColors, finishRecord, fitSlope, type Grid, record } from './edge-records.ts';

export interface Edge extends Size {
  /** Alpha of the small cutout, 0 to 255. */
  readonly alpha: Uint8Array;
  /** 1 if alpha follows the model. All neighbors of such pixels have a record. */
  readonly uncertain: Uint8Array;
  /** Number of a pixel's record, or -1. */
  readonly index: Int32Array;
  readonly records: Float32Array;
}

/**
 * @param guide RGB of the photograph at the cutout's size, in its profile
 * @param cutout RGBA in the same profile
 */
export async function findEdge(
  guide: Uint8Array,
  cutout: Uint8Array,
  { width, height }: Size,
  signal: AbortSignal,
): Promise<Edge> {
  const alpha = new Uint8Array(width * height);
  for (let pixel = 0; pixel < alpha.length; pixel++) alpha[pixel] = cutout[pixel * 4 + 3]!;
  const grid: Grid = { width, height, alpha, guide, cutout };
  const yieldToEventLoop = createYielder(signal);
  const uncertain = await markUncertain(alpha, grid, yieldToEventLoop);
  const { index, count } = indexNeighborhood(uncertain, width, height);
  const records = new Float32Array(count * record.length);
  const slopes = new Float32Array(count * 3);
  for (let y = 0; y < height; y++) {
    await yieldToEventLoop();
    for (let x = 0; x < width; x++) {
      const pixel = y * width + x;
      const entry = index[pixel]!;
      if (entry < 0) continue;
      if (uncertain[pixel] === 1) fitSlope(grid, x, y, slopes, entry * 3);
      estimateColors(grid, x, y, records, entry * record.length);
    }
  }
  for (let y = 0; y < height; y++) {
    await yieldToEventLoop();
    for (let x = 0; x < width; x++) {
      const entry = index[y * width + x]!;
      if (entry >= 0) finishRecord(grid, index, slopes, x, y, records, entry * record.length);
    }
  }
  return { width, height, alpha, uncertain, index, records };
}

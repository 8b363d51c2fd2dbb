/** The way of a brow from one end of its chart to the other. */
import { boxMean } from '../../pixels/box-filter.ts';
import type { Plane } from '../../pixels/plane.ts';

/** Hair within so many rows of each other counts together, to find the way. */
const reach = 2;
/** What a cell of hair must outweigh to be believed at the border of the chart: the mesh knows roughly where brows are. */
const doubt = 0.8;
/** What a step to another row costs. */
const bend = 0.25;

/** The row of most hair in each column, without leaps (dynamic programming). */
export function wayThrough(cover: Plane): Float32Array {
  const { width, height } = cover;
  const hair = boxMean({ ...cover, data: cover.data.map((value) => Math.min(1, value)) }, reach);
  const centre = (height - 1) / 2;
  const gain = (column: number, row: number) =>
    hair.data[row * width + column]! - doubt * ((row - centre) / centre) ** 2;
  const cameFrom = new Int8Array(width * height);
  let best = Float32Array.from({ length: height }, (_, row) => gain(0, row));
  for (let column = 1; column < width; column++) {
    const next = new Float32Array(height);
    for (let row = 0; row < height; row++) {
      let step = 0;
      for (const by of [-1, 1]) {
        const value = (best[row + by] ?? -Infinity) - bend;
        if (value > best[row + step]! - (step === 0 ? 0 : bend)) step = by;
      }
      cameFrom[row * width + column] = step;
      next[row] = best[row + step]! - (step === 0 ? 0 : bend) + gain(column, row);
    }
    best = next;
  }
  const rows = new Float32Array(width);
  let row = best.indexOf(Math.max(...best));
  for (let column = width - 1; column >= 0; column--) {
    rows[column] = row;
    row += cameFrom[row * width + column]!;
  }
  return rows;
}

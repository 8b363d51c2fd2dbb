/** A brow unrolled along its arc, so that its shape can be read in rows and columns. */
import { boxMean } from '../../../pixels/box-filter.ts';
import { createPlane, type Plane } from '../../../pixels/plane.ts';
import type { BrowPlace } from '../erase/erase-brows.ts';
import type { Arc } from './arc.ts';
import type { BrowHairs } from './brow-hairs.ts';
import { sample, skinAt } from './sample-plane.ts';

/** Cells of a chart for each length of a brow, along and across. */
export const cellsPerLength = 64;
/** What a chart shows: so far beyond the ends of the mesh's brow, and to both sides of it, in lengths. */
export const marginAlong = 0.25;
export const marginAcross = 0.3;

/** A brow unrolled: columns from the temple to the nose, rows from the forehead to the eye. */
export type Chart = { cover: Plane; skin: Plane };

/** The column of a place along the brow: 0 at the temple's end of the mesh's, 1 at the nose's. */
export const columnAt = (along: number) => Math.round((along + marginAlong) * cellsPerLength);

/** The brow unrolled, each cell the mean of the pixels in it (or between them). */
export function unrollBrow({ cover, rect }: BrowHairs, arc: Arc, browPlace: BrowPlace): Chart {
  const width = Math.round((1 + 2 * marginAlong) * cellsPerLength) + 1;
  const height = Math.round(2 * marginAcross * cellsPerLength) + 1;
  const chart = { cover: createPlane(width, height), skin: createPlane(width, height) };
  const cell = arc.length / cellsPerLength;
  const smooth = cell > 1.5 ? boxMean(cover, Math.round(cell / 2)) : cover;
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const { x, y } = arc.pointAt(column / cellsPerLength - marginAlong, marginAcross - row / cellsPerLength);
      const i = row * width + column;
      chart.cover.data[i] = sample(smooth, x - rect.x - 0.5, y - rect.y - 0.5);
      chart.skin.data[i] = skinAt(browPlace, x, y);
    }
  }
  return chart;
}

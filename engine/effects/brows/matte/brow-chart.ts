/** A brow unrolled along its arc. */
import { boxMean } from '../../../pixels/box-filter.ts';
import { createPlane, type Plane } from '../../../pixels/plane.ts';
import type { BrowMasks } from '../erase/erase-brows.ts';
import type { Arc } from './arc.ts';
import type { BrowHairs } from './brow-hairs.ts';
import { sample, skinAt } from './sample-plane.ts';

/** Cell counts of `brow-course.ts` and `brow-shape.ts` depend on it. */
export const cellsPerLength = 64;
/** Around the mesh's brow, in lengths. */
export const marginAlong = 0.25;
export const marginAcross = 0.3;

/** Columns run from temple to nose, rows from forehead to eye. */
export type Chart = { cover: Plane; skin: Plane };

/** @param along as in `Arc` */
export const columnAt = (along: number) => Math.round((along + marginAlong) * cellsPerLength);

export function unrollBrow({ cover, rect }: BrowHairs, arc: Arc, masks: BrowMasks): Chart {
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
      chart.skin.data[i] = skinAt(masks, x, y);
    }
  }
  return chart;
}

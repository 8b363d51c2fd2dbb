/** Where a contour turns so sharply that its curve has a corner. */
import { direction, type Points } from './fit-curves.ts';

/** Points on either side that tell which way a contour runs: some 3 px, so that the steps between pixels do not. */
export const reach = 4;
/** Turned by 50° or more within that; a bow of 4 px radius or more turns less. */
const sharp = Math.cos((50 * Math.PI) / 180);

/** Indices of the corners of a closed contour of `count` points, in order. */
export function findCorners(points: Points, count: number): number[] {
  if (count < 4 * reach) return [];
  const turns = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    const before = direction(points, (i + count - reach) % count, i);
    const after = direction(points, i, (i + reach) % count);
    turns[i] = before.x * after.x + before.y * after.y;
  }
  const corners: number[] = [];
  for (let i = 0; i < count; i++) if ((turns[i] as number) < sharp && isSharpest(turns, i)) corners.push(i);
  return corners;
}

/** Sharper than its neighbours, or as sharp as those before it. */
function isSharpest(turns: Float32Array, index: number): boolean {
  const own = turns[index] as number;
  for (let offset = 1; offset <= reach; offset++) {
    if ((turns[(index + offset) % turns.length] as number) < own) return false;
    if ((turns[(index + turns.length - offset) % turns.length] as number) <= own) return false;
  }
  return true;
}

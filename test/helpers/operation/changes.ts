/** Measures the difference between two photographs of equal size. */
import type { Photo } from '../../../engine/vision/photo/decode.ts';

export type Area = { x: number; y: number; width: number; height: number };

/** Mean and largest absolute difference of a channel; inside `area`, or outside of all of `outside`. */
export function differenceOf(
  a: Photo,
  b: Photo,
  where: { area: Area } | { outside: readonly Area[] } = { outside: [] },
): { mean: number; most: number } {
  const counts = (x: number, y: number) =>
    'area' in where ? isIn(where.area, x, y) : !where.outside.some((area) => isIn(area, x, y));
  let [sum, count, most] = [0, 0, 0];
  for (let y = 0; y < a.height; y++) {
    for (let x = 0; x < a.width; x++) {
      if (!counts(x, y)) continue;
      for (let c = 0; c < 3; c++) {
        const difference = Math.abs(a.rgb[(y * a.width + x) * 3 + c]! - b.rgb[(y * a.width + x) * 3 + c]!);
        sum += difference;
        count++;
        most = Math.max(most, difference);
      }
    }
  }
  return { mean: sum / count, most };
}

function isIn({ x, y, width, height }: Area, px: number, py: number): boolean {
  return px >= x && px < x + width && py >= y && py < y + height;
}

/** Grows a rectangle on all sides by a fraction of its size. */
export function around(
  { left, top, width, height }: { left: number; top: number; width: number; height: number },
  by: number,
): Area {
  return { x: left - width * by, y: top - height * by, width: width * (1 + 2 * by), height: height * (1 + 2 * by) };
}

/** The largest and the smallest value within a square around each pixel: grey dilation and erosion, by rows, then by columns. */
import type { Plane } from './plane.ts';

/** @param reach px to each side of a pixel; beyond the picture's edge there is nothing */
export function largestNear(plane: Plane, reach: number): Plane {
  return extremeNear(plane, reach, Math.max);
}

/** @param reach px to each side of a pixel; beyond the picture's edge there is nothing */
export function smallestNear(plane: Plane, reach: number): Plane {
  return extremeNear(plane, reach, Math.min);
}

function extremeNear({ width, height, data }: Plane, reach: number, of: (a: number, b: number) => number): Plane {
  const along = (from: Float32Array, step: number, length: number, place: (at: number) => number) =>
    from.map((value, at) => {
      const here = place(at);
      let found = value;
      for (let k = -Math.min(reach, here); k <= Math.min(reach, length - 1 - here); k++)
        found = of(found, from[at + k * step]!);
      return found;
    });
  const rows = along(data, 1, width, (at) => at % width);
  return { width, height, data: along(rows, width, height, (at) => Math.floor(at / width)) };
}

/** The largest and the smallest value within a square around each pixel: grey dilation and erosion, by rows, then by columns. */
import type { Plane } from './plane.ts';

/** @param reach px to each side of a pixel; beyond the picture's edge there is nothing */
export function dilate(plane: Plane, reach: number): Plane {
  return extremeNear(plane, reach, Math.max, -Infinity);
}

/** @param reach px to each side of a pixel; beyond the picture's edge there is nothing */
export function erode(plane: Plane, reach: number): Plane {
  return extremeNear(plane, reach, Math.min, Infinity);
}

function extremeNear(plane: Plane, reach: number, extreme: (a: number, b: number) => number, none: number): Plane {
  const { width, height } = plane;
  const out = { width, height, data: plane.data.slice() };
  const along = (start: number, step: number, length: number) => {
    const line = new Float32Array(length + 2 * reach).fill(none);
    for (let k = 0; k < length; k++) line[reach + k] = out.data[start + k * step]!;
    // Windows of twice the size are two that meet, or overlap.
    for (let size = 1, more = 0; size < 2 * reach + 1; size += more) {
      more = Math.min(size, 2 * reach + 1 - size);
      for (let k = 0; k + more < line.length; k++) line[k] = extreme(line[k]!, line[k + more]!);
    }
    for (let k = 0; k < length; k++) out.data[start + k * step] = line[k]!;
  };
  for (let y = 0; y < height; y++) along(y * width, 1, width);
  for (let x = 0; x < width; x++) along(x, width, height);
  return out;
}

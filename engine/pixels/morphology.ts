/** Gray dilation and erosion with a square. */
import type { Plane } from './plane.ts';

/** @param radius px; pixels outside do not count */
export function dilate(plane: Plane, radius: number): Plane {
  return findExtremes(plane, radius, Math.max, -Infinity);
}

/** @param radius px; pixels outside do not count */
export function erode(plane: Plane, radius: number): Plane {
  return findExtremes(plane, radius, Math.min, Infinity);
}

function findExtremes(plane: Plane, radius: number, extreme: (a: number, b: number) => number, none: number): Plane {
  const { width, height } = plane;
  const out = { width, height, data: plane.data.slice() };
  const along = (start: number, step: number, length: number) => {
    const line = new Float32Array(length + 2 * radius).fill(none);
    for (let k = 0; k < length; k++) line[radius + k] = out.data[start + k * step]!;
    // Two windows that touch or overlap give one of up to twice the size.
    for (let size = 1, more = 0; size < 2 * radius + 1; size += more) {
      more = Math.min(size, 2 * radius + 1 - size);
      for (let k = 0; k + more < line.length; k++) line[k] = extreme(line[k]!, line[k + more]!);
    }
    for (let k = 0; k < length; k++) out.data[start + k * step] = line[k]!;
  };
  for (let y = 0; y < height; y++) along(y * width, 1, width);
  for (let x = 0; x < width; x++) along(x, width, height);
  return out;
}

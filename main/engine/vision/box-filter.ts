// Mean over a square window, in time that does not depend on the window's size.

import { createPlane, type Plane } from './plane.ts';

/**
 * Mean of the (2·radius+1)² window around each value; at the borders, of the part of the window inside the plane.
 * @param out may be `plane` itself.
 */
export function boxMean(plane: Plane, radius: number, out: Plane = createPlane(plane.width, plane.height)): Plane {
  const { width, height, data } = plane;
  const rows = meanAlongRows(data, width, height, radius);
  const sums = new Float64Array(width);
  const above = Math.min(radius, height - 1);
  for (let y = 0; y < above; y++) {
    for (let x = 0, at = y * width; x < width; x++, at++) sums[x]! += rows[at]!;
  }
  for (let y = 0; y < height; y++) {
    const enters = y + radius;
    const leaves = y - radius - 1;
    if (enters < height && enters >= above) {
      for (let x = 0, at = enters * width; x < width; x++, at++) sums[x]! += rows[at]!;
    }
    if (leaves >= 0) {
      for (let x = 0, at = leaves * width; x < width; x++, at++) sums[x]! -= rows[at]!;
    }
    const scale = 1 / (Math.min(enters, height - 1) - Math.max(leaves + 1, 0) + 1);
    for (let x = 0, at = y * width; x < width; x++, at++) out.data[at] = sums[x]! * scale;
  }
  return out;
}

function meanAlongRows(data: Float32Array, width: number, height: number, radius: number): Float32Array {
  const out = new Float32Array(data.length);
  const ahead = Math.min(radius, width - 1);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    let sum = 0;
    for (let x = 0; x < ahead; x++) sum += data[row + x]!;
    for (let x = 0; x < width; x++) {
      const enters = x + radius;
      const leaves = x - radius - 1;
      if (enters < width && enters >= ahead) sum += data[row + enters]!;
      if (leaves >= 0) sum -= data[row + leaves]!;
      out[row + x] = sum / (Math.min(enters, width - 1) - Math.max(leaves + 1, 0) + 1);
    }
  }
  return out;
}

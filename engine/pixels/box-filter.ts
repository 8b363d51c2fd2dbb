/** Box filter with running sums: its time does not depend on the radius. */
import { createPlane, type Plane } from './plane.ts';

/** Reused, because a tile makes hundreds of calls. */
let scratch = new Float32Array(0);
const maxScratchLength = 1 << 20;

/**
 * Returns the mean of the (2·radius + 1)² window around each value; at the borders, of its part inside the plane.
 * @param out may be `plane`
 */
export function boxMean(plane: Plane, radius: number, out: Plane = createPlane(plane.width, plane.height)): Plane {
  const { width, height, data } = plane;
  const rows = borrow(data.length);
  if (2 * radius + 1 < width) meanAlongRows(data, rows, width, height, radius);
  else meanOfShortRows(data, rows, width, height, radius);
  meanAlongColumns(rows, out.data, width, height, radius);
  return out;
}

function borrow(length: number): Float32Array {
  if (length > maxScratchLength) return new Float32Array(length);
  if (scratch.length < length) scratch = new Float32Array(length);
  return scratch;
}

/** Handles both ends separately, so that the middle needs no test. */
function meanAlongRows(data: Float32Array, out: Float32Array, width: number, height: number, radius: number): void {
  const scale = 1 / (2 * radius + 1);
  for (let row = 0; row < width * height; row += width) {
    let sum = 0;
    for (let x = 0; x < radius; x++) sum += data[row + x]!;
    for (let x = 0; x <= radius; x++) {
      sum += data[row + x + radius]!;
      out[row + x] = sum / (x + radius + 1);
    }
    for (let index = row + radius + 1; index < row + width - radius; index++) {
      sum += data[index + radius]! - data[index - radius - 1]!;
      out[index] = sum * scale;
    }
    for (let x = width - radius; x < width; x++) {
      sum -= data[row + x - radius - 1]!;
      out[row + x] = sum / (width - x + radius);
    }
  }
}

function meanOfShortRows(data: Float32Array, out: Float32Array, width: number, height: number, radius: number): void {
  for (let row = 0; row < width * height; row += width) {
    for (let x = 0; x < width; x++) {
      const first = Math.max(0, x - radius);
      const last = Math.min(width - 1, x + radius);
      let sum = 0;
      for (let k = first; k <= last; k++) sum += data[row + k]!;
      out[row + x] = sum / (last - first + 1);
    }
  }
}

/** Keeps the sums of all columns and proceeds in the order of the memory. */
function meanAlongColumns(rows: Float32Array, out: Float32Array, width: number, height: number, radius: number): void {
  const sums = new Float64Array(width);
  const add = (y: number, sign: 1 | -1) => {
    for (let x = 0, index = y * width; x < width; x++, index++) sums[x]! += sign * rows[index]!;
  };
  for (let y = 0; y < Math.min(radius, height); y++) add(y, 1);
  for (let y = 0; y < height; y++) {
    const enteringRow = y + radius;
    const exitingRow = y - radius - 1;
    const scale = 1 / (Math.min(enteringRow, height - 1) - Math.max(exitingRow, -1));
    const to = y * width;
    if (enteringRow < height && exitingRow >= 0) {
      const plus = enteringRow * width;
      const minus = exitingRow * width;
      for (let x = 0; x < width; x++) {
        const sum = sums[x]! + rows[plus + x]! - rows[minus + x]!;
        sums[x] = sum;
        out[to + x] = sum * scale;
      }
    } else {
      if (enteringRow < height) add(enteringRow, 1);
      if (exitingRow >= 0) add(exitingRow, -1);
      for (let x = 0; x < width; x++) out[to + x] = sums[x]! * scale;
    }
  }
}

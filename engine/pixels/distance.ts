/** Exact Euclidean distance transform (Felzenszwalb and Huttenlocher 2012). */
import { createPlane, type Plane } from './plane.ts';

/** Returns the distance of each pixel to the nearest pixel inside, in px. */
export function distanceTo(plane: Plane, isInside: (value: number) => boolean): Plane {
  const { width, height } = plane;
  const out = distancesInColumns(plane, isInside);
  const line = new Float64Array(width);
  const pass = parabolas(width);
  for (let y = 0; y < height; y++) {
    const row = out.data.subarray(y * width, (y + 1) * width);
    for (let x = 0; x < width; x++) line[x] = row[x]! ** 2;
    pass(line, width);
    for (let x = 0; x < width; x++) row[x] = Math.sqrt(line[x]!);
  }
  return out;
}

/** Row by row. In a column without an inside pixel, width + height. */
function distancesInColumns({ width, height, data }: Plane, isInside: (value: number) => boolean): Plane {
  const out = createPlane(width, height);
  const distances = out.data;
  distances.fill(width + height, 0, width);
  for (let i = 0; i < data.length; i++) {
    if (isInside(data[i]!)) distances[i] = 0;
    else if (i >= width) distances[i] = Math.min(width + height, distances[i - width]! + 1);
  }
  for (let i = data.length - width - 1; i >= 0; i--) distances[i] = Math.min(distances[i]!, distances[i + width]! + 1);
  return out;
}

/** Creates a pass over a line of squared distances, in place: the lower envelope of parabolas. */
function parabolas(maxLength: number): (line: Float64Array, length: number) => void {
  const values = new Float64Array(maxLength);
  const feet = new Int32Array(maxLength);
  const starts = new Float64Array(maxLength + 1);
  return (line, length) => {
    values.set(line.subarray(0, length));
    let last = 0;
    feet[0] = 0;
    starts[0] = -Infinity;
    starts[1] = Infinity;
    const meet = (a: number, b: number) => (values[a]! + a * a - values[b]! - b * b) / (2 * (a - b));
    for (let q = 1; q < length; q++) {
      let start = meet(q, feet[last]!);
      while (start <= starts[last]!) start = meet(q, feet[--last]!);
      feet[++last] = q;
      starts[last] = start;
      starts[last + 1] = Infinity;
    }
    for (let q = 0, k = 0; q < length; q++) {
      while (starts[k + 1]! < q) k++;
      line[q] = (q - feet[k]!) ** 2 + values[feet[k]!]!;
    }
  };
}

/** Points at equal distances along a line of mesh points. */
import type { Mesh, Point } from '../face/find-faces.ts';

/** Returns `count` points at equal steps of arc length, strictly between the ends. */
export function pointsAlong(line: readonly Point[], count: number): Point[] {
  const lengths = line.slice(1).map((point, i) => Math.hypot(point.x - line[i]!.x, point.y - line[i]!.y));
  const total = lengths.reduce((sum, length) => sum + length, 0);
  return Array.from({ length: count }, (_, i) => pointAt(line, lengths, (total * (i + 1)) / (count + 1)));
}

function pointAt(line: readonly Point[], lengths: readonly number[], distance: number): Point {
  let remaining = distance;
  for (const [i, length] of lengths.entries()) {
    if (remaining <= length && length > 0) return interpolate(line[i]!, line[i + 1]!, remaining / length);
    remaining -= length;
  }
  return line.at(-1)!;
}

/** Interpolates linearly. */
function interpolate(a: Point, b: Point, t: number): Point {
  return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t, z: a.z + (b.z - a.z) * t };
}

export function middle(mesh: Mesh, indices: readonly number[]): Point {
  const sum = indices.reduce(
    (total, index) => {
      const { x, y, z } = mesh[index]!;
      return { x: total.x + x, y: total.y + y, z: total.z + z };
    },
    { x: 0, y: 0, z: 0 },
  );
  return { x: sum.x / indices.length, y: sum.y / indices.length, z: sum.z / indices.length };
}

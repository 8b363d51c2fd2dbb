/**
 * Coordinates along and across a brow, on a Catmull-Rom spline through the middle of the mesh's brow. Later steps do
 * not depend on size, turn and side of the face.
 */
import type { Mesh } from '../../../vision/face/find-faces.ts';
import type { Side } from './brow-hairs.ts';

type Place = { x: number; y: number };

export type Arc = {
  /** In px, with depth, so that foreshortening does not count: the unit of `across`. */
  readonly length: number;
  /** @param along 0 at the temple, 1 at the nose  @param across in lengths, positive towards the forehead */
  pointAt(along: number, across: number): Place;
  /** Inverse of `pointAt`: writes `along` and `across` of a pixel to `out`. */
  coordinatesOf(x: number, y: number, out: Float64Array): void;
};

/** Mesh points from temple to nose: [towards the eye, towards the forehead]. */
const edges = {
  left: [
    [46, 70],
    [53, 63],
    [52, 105],
    [65, 66],
    [55, 107],
  ],
  right: [
    [276, 300],
    [283, 293],
    [282, 334],
    [295, 296],
    [285, 336],
  ],
} as const satisfies Record<Side, readonly (readonly [number, number])[]>;

/** Straight extension at both ends, in lengths of the line. */
const extension = 0.3;
/** Straight pieces between two mesh points. */
const pieces = 8;

export function createArc(mesh: Mesh, side: Side): Arc {
  const middles = edges[side].map(([lower, upper]) => ({
    x: (mesh[lower]!.x + mesh[upper]!.x) / 2,
    y: (mesh[lower]!.y + mesh[upper]!.y) / 2,
    z: (mesh[lower]!.z + mesh[upper]!.z) / 2,
  }));
  const between = (i: number) => {
    const [a, b] = [middles[i]!, middles[i + 1]!];
    return Math.hypot(b.x - a.x, b.y - a.y, b.z - a.z);
  };
  const length = Math.max(1, between(0) + between(1) + between(2) + between(3));
  const line = extend(smoothLine(middles));
  const distances = cumulateLengths(line);
  const start = distances[1]!;
  const flat = Math.max(1e-6, distances.at(-2)! - start);
  const [lower, upper] = [mesh[edges[side][2][0]]!, mesh[edges[side][2][1]]!];
  const [a, b] = [middles[1]!, middles[3]!];
  const isLeftHanded = (b.x - a.x) * (upper.y - lower.y) - (b.y - a.y) * (upper.x - lower.x) > 0;
  const up = isLeftHanded ? 1 : -1;
  const directions = line.slice(0, -1).map((from, i) => {
    const to = line[i + 1]!;
    const piece = distances[i + 1]! - distances[i]! || 1;
    return { ...from, ux: (to.x - from.x) / piece, uy: (to.y - from.y) / piece, piece, before: distances[i]! };
  });
  return {
    length,
    pointAt(along, across) {
      const distance = start + along * flat;
      let i = 0;
      while (i < line.length - 2 && distances[i + 1]! < distance) i++;
      const [from, to] = [line[i]!, line[i + 1]!];
      const piece = Math.hypot(to.x - from.x, to.y - from.y) || 1;
      const [ux, uy] = [(to.x - from.x) / piece, (to.y - from.y) / piece];
      const [on, off] = [distance - distances[i]!, across * length * up];
      return { x: from.x + ux * on - uy * off, y: from.y + uy * on + ux * off };
    },
    coordinatesOf(x, y, out) {
      let nearest = Infinity;
      for (let i = 0; i < directions.length; i++) {
        const { x: fromX, y: fromY, ux, uy, piece, before } = directions[i]!;
        const on = Math.min(piece, Math.max(0, (x - fromX) * ux + (y - fromY) * uy));
        const dx = x - fromX - ux * on;
        const dy = y - fromY - uy * on;
        const distance = dx * dx + dy * dy;
        if (distance >= nearest) continue;
        nearest = distance;
        out[0] = (before + on - start) / flat;
        out[1] = ((ux * dy - uy * dx) * up) / length;
      }
    },
  };
}

function smoothLine(points: readonly Place[]): Place[] {
  const line: Place[] = [];
  for (let i = 0; i < points.length - 1; i++) {
    const [b, c] = [points[i]!, points[i + 1]!];
    const a = points[i - 1] ?? { x: 2 * b.x - c.x, y: 2 * b.y - c.y };
    const d = points[i + 2] ?? { x: 2 * c.x - b.x, y: 2 * c.y - b.y };
    for (let step = 0; step < pieces; step++) {
      const t = step / pieces;
      const mixed = (axis: 'x' | 'y') =>
        b[axis] +
        0.5 * t * (c[axis] - a[axis]) +
        t * t * (a[axis] - 2.5 * b[axis] + 2 * c[axis] - 0.5 * d[axis]) +
        t * t * t * (1.5 * (b[axis] - c[axis]) + 0.5 * (d[axis] - a[axis]));
      line.push({ x: mixed('x'), y: mixed('y') });
    }
  }
  line.push(points.at(-1)!);
  return line;
}

function extend(line: readonly Place[]): Place[] {
  const length = cumulateLengths(line).at(-1)! || 1;
  const extrapolate = (end: Place, before: Place) => {
    const step = Math.hypot(end.x - before.x, end.y - before.y) || 1;
    const factor = (extension * length) / step;
    return { x: end.x + (end.x - before.x) * factor, y: end.y + (end.y - before.y) * factor };
  };
  return [extrapolate(line[0]!, line[2]!), ...line, extrapolate(line.at(-1)!, line.at(-3)!)];
}

function cumulateLengths(line: readonly Place[]): number[] {
  const distances = [0];
  for (let i = 1; i < line.length; i++) {
    distances.push(distances[i - 1]! + Math.hypot(line[i]!.x - line[i - 1]!.x, line[i]!.y - line[i - 1]!.y));
  }
  return distances;
}

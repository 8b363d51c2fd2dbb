/** The line a brow grows along: how far along it and how far beside it any pixel lies. */
import type { Mesh } from '../../../vision/face/find-faces.ts';
import type { Side } from './brow-hairs.ts';

type Place = { x: number; y: number };

/** A frame of reference along a brow, in pixels of the photograph. */
export type Arc = {
  /** Length in space, foreshortening undone: the unit across the brow, in px. */
  readonly length: number;
  /** @param along 0 at the temple's end of the mesh's brow, 1 at the nose's  @param across in lengths, towards the forehead */
  pointAt(along: number, across: number): Place;
  /** The way back: `along` and `across` of a pixel, written to `out`. */
  coordinatesOf(x: number, y: number, out: Float64Array): void;
};

/** Points of the mesh on both edges of a brow, from the temple to the nose: [towards the eye, towards the forehead]. */
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

/** The line goes on straight beyond both ends, by this part of its length. */
const beyond = 0.3;
/** Straight pieces that stand for the bent line between two points of the mesh. */
const pieces = 8;

/** @param mesh in px of the photograph */
export function arcOf(mesh: Mesh, side: Side): Arc {
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
  const line = extended(bent(middles));
  const far = cumulated(line);
  const start = far[1]!;
  const flat = Math.max(1e-6, far.at(-2)! - start);
  const [lower, upper] = [mesh[edges[side][2][0]]!, mesh[edges[side][2][1]]!];
  const [a, b] = [middles[1]!, middles[3]!];
  const isLeftHanded = (b.x - a.x) * (upper.y - lower.y) - (b.y - a.y) * (upper.x - lower.x) > 0;
  const up = isLeftHanded ? 1 : -1;
  const directions = line.slice(0, -1).map((from, i) => {
    const to = line[i + 1]!;
    const piece = far[i + 1]! - far[i]! || 1;
    return { ...from, ux: (to.x - from.x) / piece, uy: (to.y - from.y) / piece, piece, before: far[i]! };
  });
  return {
    length,
    pointAt(along, across) {
      const distance = start + along * flat;
      let i = 0;
      while (i < line.length - 2 && far[i + 1]! < distance) i++;
      const [from, to] = [line[i]!, line[i + 1]!];
      const piece = Math.hypot(to.x - from.x, to.y - from.y) || 1;
      const [ux, uy] = [(to.x - from.x) / piece, (to.y - from.y) / piece];
      const [on, off] = [distance - far[i]!, across * length * up];
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

/** A smooth line through the points (Catmull-Rom). */
function bent(points: readonly Place[]): Place[] {
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

function extended(line: readonly Place[]): Place[] {
  const length = cumulated(line).at(-1)! || 1;
  const onwards = (end: Place, before: Place) => {
    const step = Math.hypot(end.x - before.x, end.y - before.y) || 1;
    const factor = (beyond * length) / step;
    return { x: end.x + (end.x - before.x) * factor, y: end.y + (end.y - before.y) * factor };
  };
  return [onwards(line[0]!, line[2]!), ...line, onwards(line.at(-1)!, line.at(-3)!)];
}

function cumulated(line: readonly Place[]): number[] {
  const far = [0];
  for (let i = 1; i < line.length; i++) {
    far.push(far[i - 1]! + Math.hypot(line[i]!.x - line[i - 1]!.x, line[i]!.y - line[i - 1]!.y));
  }
  return far;
}

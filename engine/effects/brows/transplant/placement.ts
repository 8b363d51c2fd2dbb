/**
 * Maps a brow of one face to another: a linear map between bony points sets turn and size, the replaced brow sets the
 * height, and a thin-plate spline follows the forehead. Mesh points may be added on skin that follows bone.
 */
import { solve3 } from '../../../pixels/solve-linear.ts';
import type { Face, Point } from '../../../vision/face/find-faces.ts';
import { faceParts } from '../../../vision/face/mesh.ts';
import { mirrorOf } from '../../../vision/face/topology.ts';
import { thinPlateSpline } from '../../warp/thin-plate.ts';
import { type BrowHairs, browParts, type Side } from '../matte/brow-hairs.ts';

type Place = { x: number; y: number };
/** Writes the position in the reference to `out`. */
export type CoordinateMap = (x: number, y: number, out: Float64Array) => void;

const bonePoints = [
  ...[168, 6, 197, 195, 8, 9, 151, 10, 33, 133, 362, 263, 4, 5],
  ...[108, 69, 104, 68, 71, 21, 54, 103, 67, 109, 162, 127, 234, 156, 143, 35, 111, 116, 117, 118, 119, 120, 123],
  ...[
    337, 299, 333, 298, 301, 251, 284, 332, 297, 338, 389, 356, 454, 383, 372, 265, 340, 345, 346, 347, 348, 349, 352,
  ],
];
/** Around the left brow. */
const foreheadPoints = [9, 8, 108, 69, 104, 68, 71, 21, 156, 143, 113, 225, 224, 223, 222, 221, 193, 168];

/** Distance of hairs from the mesh's brow, in lengths. */
const maxOffset = 0.3;

/** @param side of the brow `own`  @param from side of the reference's brow `wanted`; mirrored if it differs */
export function mapToReference(
  face: Face,
  side: Side,
  own: BrowHairs,
  reference: Face,
  from: Side,
  wanted: BrowHairs,
): CoordinateMap {
  const twin = (index: number) => (side === from ? index : mirrorOf[index]!);
  const project = fitLinearMap(
    bonePoints.map((index) => reference.mesh[twin(index)]!),
    bonePoints.map((index) => face.mesh[index]!),
  );
  const local = [...foreheadPoints, ...faceParts.leftBrow].map((index) => (side === 'left' ? index : mirrorOf[index]!));
  const size = lengthOf(face, side);
  const referencePoints = local.map((index) => reference.mesh[twin(index)]!);
  const middle = middleOf(reference, from, wanted);
  const target = middleOf(face, side, own);
  const landing = project({ ...middle, z: depthOf(reference, from) });
  const [dx, dy] = [target.x - landing.x, target.y - landing.y];
  const pulls = referencePoints.map((point) => {
    const { x, y } = project(point);
    return {
      x: (x + dx - target.x) / size,
      y: (y + dy - target.y) / size,
      dx: point.x - middle.x,
      dy: point.y - middle.y,
    };
  });
  const spline = thinPlateSpline(pulls);
  return (x, y, out) => {
    spline((x - target.x) / size, (y - target.y) / size, out);
    out[0]! += middle.x;
    out[1]! += middle.y;
  };
}

/** 1 if the brow faces the camera. */
export function visibleShare({ mesh }: Face, side: Side): number {
  const [a, b] = endsOf(mesh, side);
  return Math.hypot(b.x - a.x, b.y - a.y) / (Math.hypot(b.x - a.x, b.y - a.y, b.z - a.z) || 1);
}

/** The mesh is right along the brow, its hairs across. */
function middleOf({ mesh }: Face, side: Side, { middle }: BrowHairs): Place {
  const points = faceParts[browParts[side]].map((index) => mesh[index]!);
  const x = points.reduce((sum, point) => sum + point.x, 0) / points.length;
  const y = points.reduce((sum, point) => sum + point.y, 0) / points.length;
  if (!middle) return { x, y };
  const [a, b] = endsOf(mesh, side);
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const across = { x: -(b.y - a.y) / length, y: (b.x - a.x) / length };
  const offset = (middle.x - x) * across.x + (middle.y - y) * across.y;
  if (Math.abs(offset) > maxOffset * length) return { x, y };
  return { x: x + offset * across.x, y: y + offset * across.y };
}

/** At temple and nose. */
function endsOf(mesh: Face['mesh'], side: Side) {
  const [outer, inner] = side === 'left' ? ([46, 55] as const) : ([276, 285] as const);
  return [mesh[outer]!, mesh[inner]!] as const;
}

function lengthOf({ mesh }: Face, side: Side): number {
  const [a, b] = endsOf(mesh, side);
  return Math.hypot(b.x - a.x, b.y - a.y, b.z - a.z);
}

function depthOf({ mesh }: Face, side: Side): number {
  const points = faceParts[browParts[side]];
  return points.reduce((sum, index) => sum + mesh[index]!.z, 0) / points.length;
}

/** Least squares. */
function fitLinearMap(from: readonly Point[], to: readonly Place[]): (point: Point) => Place {
  const axes = ['x', 'y', 'z'] as const;
  const mean = (valueAt: (i: number) => number) => from.reduce((sum, _, i) => sum + valueAt(i), 0) / from.length;
  const center = axes.map((axis) => mean((i) => from[i]![axis]));
  const [middleX, middleY] = [mean((i) => to[i]!.x), mean((i) => to[i]!.y)];
  const off = (point: Point, axis: number) => point[axes[axis]!] - center[axis]!;
  const matrix = axes.map((_, i) => axes.map((__, j) => mean((k) => off(from[k]!, i) * off(from[k]!, j))));
  const alongX = solve3(
    matrix,
    axes.map((_, i) => mean((k) => off(from[k]!, i) * (to[k]!.x - middleX))),
  );
  const alongY = solve3(
    matrix,
    axes.map((_, i) => mean((k) => off(from[k]!, i) * (to[k]!.y - middleY))),
  );
  const along = (slopes: readonly number[], point: Point) =>
    slopes.reduce((sum, slope, axis) => sum + slope * off(point, axis), 0);
  return (point) => ({ x: middleX + along(alongX, point), y: middleY + along(alongY, point) });
}

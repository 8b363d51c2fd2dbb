/**
 * Where a brow of one face belongs on another: turned, scaled and foreshortened with the head, as high as the brow that
 * was there.
 */
import { solve3 } from '../../../pixels/solve-linear.ts';
import type { Face, Point } from '../../../vision/face/find-faces.ts';
import { faceParts } from '../../../vision/face/mesh.ts';
import { mirrorOf } from '../../../vision/face/topology.ts';
import { thinPlateSpline } from '../../warp/thin-plate.ts';
import { type BrowHairs, browOf, type Side } from '../matte/brow-hairs.ts';

type Place = { x: number; y: number };
/** From a pixel of the photograph to the reference, written to `out`: x and y. */
export type CoordinateMap = (x: number, y: number, out: Float64Array) => void;

/** On bone, or on skin that follows it, all over the upper face: they tell how one head must be turned and scaled to lie on the other. */
const bones = [
  ...[168, 6, 197, 195, 8, 9, 151, 10, 33, 133, 362, 263, 4, 5],
  ...[108, 69, 104, 68, 71, 21, 54, 103, 67, 109, 162, 127, 234, 156, 143, 35, 111, 116, 117, 118, 119, 120, 123],
  ...[
    337, 299, 333, 298, 301, 251, 284, 332, 297, 338, 389, 356, 454, 383, 372, 265, 340, 345, 346, 347, 348, 349, 352,
  ],
];
/** Around the left brow: they carry the bend of the forehead to what lies between them. */
const around = [9, 8, 108, 69, 104, 68, 71, 21, 156, 143, 113, 225, 224, 223, 222, 221, 193, 168];

/** A brow whose hairs lie further than this from where the mesh puts it (shares of its length) is not believed. */
const maxOffset = 0.3;

/**
 * The way from the photograph to the reference, around one brow.
 * @param side the brow of the photograph  @param from the brow of the reference that goes there; the other one is mirrored
 */
export function mapToReference(
  face: Face,
  side: Side,
  own: BrowHairs,
  reference: Face,
  from: Side,
  wanted: BrowHairs,
): CoordinateMap {
  const twin = (index: number) => (side === from ? index : mirrorOf[index]!);
  const laidOn = fitted(
    bones.map((index) => reference.mesh[twin(index)]!),
    bones.map((index) => face.mesh[index]!),
  );
  const local = [...around, ...faceParts.leftBrow].map((index) => (side === 'left' ? index : mirrorOf[index]!));
  // The bones say how the brow is turned and how large it is; how high it sits is the face's own.
  const size = lengthOf(face, side);
  const referencePoints = local.map((index) => reference.mesh[twin(index)]!);
  const middle = middleOf(reference, from, wanted);
  const target = middleOf(face, side, own);
  const lands = laidOn({ ...middle, z: depthOf(reference, from) });
  const [dx, dy] = [target.x - lands.x, target.y - lands.y];
  const pulls = referencePoints.map((point) => {
    const { x, y } = laidOn(point);
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

/** What a brow shows of its length, 0..1: little where the head is turned away from it. */
export function visibleShare({ mesh }: Face, side: Side): number {
  const [a, b] = endsOf(mesh, side);
  return Math.hypot(b.x - a.x, b.y - a.y) / (Math.hypot(b.x - a.x, b.y - a.y, b.z - a.z) || 1);
}

/** Along the brow the mesh is right, across it the hairs are. */
function middleOf({ mesh }: Face, side: Side, { middle }: BrowHairs): Place {
  const points = faceParts[browOf[side]].map((index) => mesh[index]!);
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

/** From the temple to the nose. */
function endsOf(mesh: Face['mesh'], side: Side) {
  const [outer, inner] = side === 'left' ? ([46, 55] as const) : ([276, 285] as const);
  return [mesh[outer]!, mesh[inner]!] as const;
}

function lengthOf({ mesh }: Face, side: Side): number {
  const [a, b] = endsOf(mesh, side);
  return Math.hypot(b.x - a.x, b.y - a.y, b.z - a.z);
}

function depthOf({ mesh }: Face, side: Side): number {
  const points = faceParts[browOf[side]];
  return points.reduce((sum, index) => sum + mesh[index]!.z, 0) / points.length;
}

/** The linear map (least squares) that lays points in space on points of the photograph. */
function fitted(from: readonly Point[], to: readonly Place[]): (point: Point) => Place {
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

/** Mouth, smile and symmetry of the mesh. The smile is an own index of three equal signs, normed to the portraits. */
import { likelihood } from '../../calibration/finding.ts';
import { calibration } from '../../calibration/portraits.ts';
import type { Expression } from '../../face/expression.ts';
import type { Mesh, Point } from '../../face/find-faces.ts';
import { mirrorOf } from '../../face/topology.ts';

/** Height by width of the gap between the lips. */
export function mouthOpening(mesh: Mesh): number {
  return distance(mesh[13]!, mesh[14]!) / Math.max(1e-6, distance(mesh[78]!, mesh[308]!));
}

/** Rise of its corners above the middle, in mouth widths. */
export function cornerLift(mesh: Mesh): number {
  const [left, right] = [mesh[61]!, mesh[291]!];
  const width = distance(left, right);
  const middle = { x: (mesh[13]!.x + mesh[14]!.x) / 2, y: (mesh[13]!.y + mesh[14]!.y) / 2 };
  return ((left.x - right.x) * (left.y - middle.y) - (left.y - right.y) * (left.x - middle.x)) / width ** 2;
}

/** Mean distance of mirrored points in face widths, in any pose. */
export function measureAsymmetry(mesh: Mesh): number {
  const origin = mesh[168]!;
  const across = unit(minus(mesh[454]!, mesh[234]!));
  const downRaw = minus(mesh[152]!, mesh[10]!);
  const down = unit(minus(downRaw, scaled(across, dot(downRaw, across))));
  const width = length(minus(mesh[454]!, mesh[234]!));
  let sum = 0;
  for (const [i, mirror] of mirrorOf.entries()) {
    const [a, b] = [minus(mesh[i]!, origin), minus(mesh[mirror]!, origin)];
    sum += Math.hypot(dot(a, across) + dot(b, across), dot(a, down) - dot(b, down));
  }
  return sum / mirrorOf.length / width;
}

/** `index`: 0 average, about 1 for a laugh, -1 for a straight face. */
export type Smile = { index: number; chance: number };

/** Rise of the corners; mouth width by the eyes'. */
const liftNorm = { mean: 0.06, deviation: 0.05 };
const widthNorm = { mean: 0.66, deviation: 0.06 };
/** A wrong mesh must not outvote the others. */
const maxSign = 2;

export function measureSmile(mesh: Mesh, { happy }: Expression): Smile {
  const width = distance(mesh[61]!, mesh[291]!) / Math.max(1e-6, distance(mesh[33]!, mesh[263]!));
  const signs = [
    (cornerLift(mesh) - liftNorm.mean) / liftNorm.deviation,
    (width - widthNorm.mean) / widthNorm.deviation,
    2 * happy - 1,
  ];
  const index = signs.reduce((sum, sign) => sum + Math.max(-maxSign, Math.min(maxSign, sign)), 0) / signs.length;
  return { index, chance: likelihood(index, calibration.smile) };
}

export function distance(a: Point, b: Point): number {
  return length(minus(a, b));
}

function minus(a: Point, b: Point): Point {
  return { x: a.x - b.x, y: a.y - b.y, z: a.z - b.z };
}

function scaled({ x, y, z }: Point, factor: number): Point {
  return { x: x * factor, y: y * factor, z: z * factor };
}

function dot(a: Point, b: Point): number {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

function length(a: Point): number {
  return Math.hypot(a.x, a.y, a.z);
}

function unit(a: Point): Point {
  return scaled(a, 1 / Math.max(1e-6, length(a)));
}

/** Measures the shape of a face's features: how open eyes and mouth are, how much it smiles, how symmetric it is. */

import { likelihood } from '../../calibration/finding.ts';
import { calibration } from '../../calibration/portraits.ts';
import type { Expression } from '../../face/expression.ts';
import type { Mesh, Point } from '../../face/find-faces.ts';
import { mirrorOf } from '../../face/topology.ts';

/** Height by width of the gap between the lips. */
export function mouthOpening(mesh: Mesh): number {
  return distance(mesh[13]!, mesh[14]!) / Math.max(1e-6, distance(mesh[78]!, mesh[308]!));
}

/** How far the corners of the mouth stand above the middle of the lips, in widths of the mouth; negative when they hang. */
export function cornerLift(mesh: Mesh): number {
  const [left, right] = [mesh[61]!, mesh[291]!];
  const width = distance(left, right);
  const middle = { x: (mesh[13]!.x + mesh[14]!.x) / 2, y: (mesh[13]!.y + mesh[14]!.y) / 2 };
  // Across the line between the corners, downwards as the face sees it.
  return ((left.x - right.x) * (left.y - middle.y) - (left.y - right.y) * (left.x - middle.x)) / width ** 2;
}

/** Mean distance (in widths of the face) between each point and its mirror image's mirror, the head's turn taken out. */
export function asymmetry(mesh: Mesh): number {
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

/** `index`: 0 as people smile on average, about 1 for a laugh, -1 for a straight face; `chance` 0..1 that somebody would say so. */
export type Smile = { index: number; chance: number };

/** Mean and deviation over the portraits: how far the corners rise (widths of the mouth), and its width by that of the eyes. */
const lifted = { mean: 0.06, deviation: 0.05 };
const wide = { mean: 0.66, deviation: 0.06 };
/** No sign counts more than twice what is usual: a mesh that slips must not outvote the others. */
const maxSign = 2;

/** Three signs that count alike: corners that rise, a mouth that is wide, and the emotion model's word. */
export function smileOf(mesh: Mesh, { happy }: Expression): Smile {
  const width = distance(mesh[61]!, mesh[291]!) / Math.max(1e-6, distance(mesh[33]!, mesh[263]!));
  const signs = [
    (cornerLift(mesh) - lifted.mean) / lifted.deviation,
    (width - wide.mean) / wide.deviation,
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

/**
 * Geometry of a face in motion: axes, units, and mesh points of lids and lips. The indices belong to the network of the
 * mesh.
 */
import type { Mesh } from '../../../vision/face/find-faces.ts';
import { extentOf } from '../../warp/face-shape.ts';

export type Place = { x: number; y: number };
/** By mesh point, px. */
export type PointOffsets = Map<number, Place>;

/** `across` (along the eyes, to the right) and `down` are unit vectors; lengths in px. */
export type FacePlan = {
  mesh: Mesh;
  size: number;
  across: Place;
  down: Place;
  /** Width in 3D. */
  mouth: number;
  /** Visible share of that width: 0 in profile. */
  front: number;
};

export function planOf(mesh: Mesh): FacePlan {
  const [a, b] = [mesh[33]!, mesh[263]!];
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const across = { x: (b.x - a.x) / length, y: (b.y - a.y) / length };
  const [left, right] = [mesh[61]!, mesh[291]!];
  const mouth = Math.hypot(right.x - left.x, right.y - left.y, right.z - left.z);
  return {
    mesh,
    size: extentOf({ mesh }),
    across,
    down: { x: -across.y, y: across.x },
    mouth,
    front: Math.hypot(right.x - left.x, right.y - left.y) / mouth,
  };
}

export function toOffset({ across, down }: FacePlan, right: number, downward: number): Place {
  return { x: across.x * right + down.x * downward, y: across.y * right + down.y * downward };
}

/** Returns the moved point, `downward` px lower. */
export function offsetPoint(plan: FacePlan, index: number, moves: PointOffsets, downward = 0): Place {
  const { x, y } = plan.mesh[index]!;
  return addPoints({ x, y }, addPoints(moves.get(index) ?? { x: 0, y: 0 }, toOffset(plan, 0, downward)));
}

export function addPoints(a: Place, b: Place): Place {
  return { x: a.x + b.x, y: a.y + b.y };
}

/** Distance down, px. */
export function depthOf({ down }: FacePlan, from: Place, place: Place): number {
  return (place.x - from.x) * down.x + (place.y - from.y) * down.y;
}

type EyeLines = {
  corners: readonly [outer: number, inner: number];
  /** Between the corners, from the outer one; pairs with `lower`. */
  upper: readonly number[];
  lower: readonly number[];
  /** Fold above `upper`. */
  crease: readonly number[];
  /** Inner to outer corner. */
  underEye: readonly number[];
  brow: { top: readonly number[]; bottom: readonly number[] };
  /** Center, then edge. */
  iris: readonly number[];
};

export const eyeLines: Record<'left' | 'right', EyeLines> = {
  left: {
    corners: [33, 133],
    upper: [246, 161, 160, 159, 158, 157, 173],
    lower: [7, 163, 144, 145, 153, 154, 155],
    crease: [247, 30, 29, 27, 28, 56, 190],
    underEye: [112, 26, 22, 23, 24, 110, 25],
    brow: { top: [70, 63, 105, 66, 107], bottom: [46, 53, 52, 65, 55] },
    iris: [468, 469, 470, 471, 472],
  },
  right: {
    corners: [263, 362],
    upper: [466, 388, 387, 386, 385, 384, 398],
    lower: [249, 390, 373, 374, 380, 381, 382],
    crease: [467, 260, 259, 257, 258, 286, 414],
    underEye: [341, 256, 252, 253, 254, 339, 255],
    brow: { top: [300, 293, 334, 296, 336], bottom: [276, 283, 282, 295, 285] },
    iris: [473, 474, 475, 476, 477],
  },
};

/** Left to right corner. */
export const lipLines = {
  outerUpper: [61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291],
  innerUpper: [78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308],
  innerLower: [78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308],
  outerLower: [61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291],
} as const;
/** Positions of those points from the front, in half mouth widths. */
export const lipPlaces = [-1, -0.87, -0.69, -0.46, -0.22, 0, 0.22, 0.46, 0.69, 0.87, 1] as const;

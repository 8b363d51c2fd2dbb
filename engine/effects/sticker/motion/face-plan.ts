/** A face as it is moved: its axes, its unit, and the lines of lids and lips that part from each other. */
import type { Mesh } from '../../../vision/face/find-faces.ts';
import { extentOf } from '../../warp/face-shape.ts';

export type Place = { x: number; y: number };
/** Movements in px of points of the mesh. */
export type PointOffsets = Map<number, Place>;

/** Unit vectors `across` (to the right as the face sees the picture) and `down`; `size` and `mouth` in px. */
export type FacePlan = {
  mesh: Mesh;
  size: number;
  across: Place;
  down: Place;
  /** In depth too: a mouth seen from the side is not small. */
  mouth: number;
  /** How much of the mouth's width is seen: 1 from the front, 0 in profile. */
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

/** `right` px across and `downward` px down, as a movement on the picture. */
export function along({ across, down }: FacePlan, right: number, downward: number): Place {
  return { x: across.x * right + down.x * downward, y: across.y * right + down.y * downward };
}

/** Where a point is afterwards, `downward` px farther down. */
export function offsetPoint(plan: FacePlan, index: number, moves: PointOffsets, downward = 0): Place {
  const { x, y } = plan.mesh[index]!;
  return addPoints({ x, y }, addPoints(moves.get(index) ?? { x: 0, y: 0 }, along(plan, 0, downward)));
}

export function addPoints(a: Place, b: Place): Place {
  return { x: a.x + b.x, y: a.y + b.y };
}

/** How far `place` lies down from `from`, px. */
export function depthOf({ down }: FacePlan, from: Place, place: Place): number {
  return (place.x - from.x) * down.x + (place.y - from.y) * down.y;
}

type EyeLines = {
  corners: readonly [outer: number, inner: number];
  /** From the outer to the inner corner, without them; each lies above the one in `lower`. */
  upper: readonly number[];
  lower: readonly number[];
  /** The fold above each point of `upper`. */
  crease: readonly number[];
  /** Below the eye, from the inner to the outer corner. */
  underEye: readonly number[];
  brow: { top: readonly number[]; bottom: readonly number[] };
  /** Its middle, then its edge. */
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

/** The lips, each from the left corner to the right one: their edges to the skin and to each other. */
export const lipLines = {
  outerUpper: [61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291],
  innerUpper: [78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308],
  innerLower: [78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308],
  outerLower: [61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291],
} as const;
/** Where those points lie on a mouth seen from the front: -1 at the left corner, 1 at the right one. */
export const lipPlaces = [-1, -0.87, -0.69, -0.46, -0.22, 0, 0.22, 0.46, 0.69, 0.87, 1] as const;

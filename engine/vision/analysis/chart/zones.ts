/** Outlines and lines of mesh points. Left and right as the viewer sees them. */
import { faceParts } from '../../face/mesh.ts';
import { mirrorOf } from '../../face/topology.ts';

export type Side = 'left' | 'right';
export const sides = ['left', 'right'] as const;

const mirrored = (points: readonly number[]) => points.map((index) => mirrorOf[index]!);
const bothSides = (left: readonly number[]): Record<Side, readonly number[]> => ({ left, right: mirrored(left) });

export const zones = {
  forehead: faceParts.forehead,
  glabella: [108, 151, 337, 336, 285, 417, 168, 193, 55, 107],
  nose: faceParts.nose,
  /** Groove above the upper lip. */
  philtrum: [97, 2, 326, 393, 267, 0, 37, 167],
  jaw: [43, 106, 182, 83, 18, 313, 406, 335, 273, 378, 400, 377, 152, 148, 176, 149],
  oval: faceParts.oval,
} as const;

export const sideZones = {
  cheek: bothSides(faceParts.leftCheek),
  underEye: bothSides(faceParts.leftUnderEye),
  crowsFeet: bothSides([226, 113, 124, 156, 139, 34, 227, 116, 111, 35]),
  /** Begins where dark circles end. */
  upperCheek: bothSides([117, 118, 119, 100, 142, 36, 205, 187, 123]),
} as const;

/** Lines from the nose outwards. */
export const sideLines = {
  /** Border of lower lid and cheek. */
  pouch: bothSides([121, 120, 119, 118, 117]),
  nasolabial: bothSides([129, 203, 206, 216, 212]),
  upperLid: bothSides([133, 173, 157, 158, 159, 160, 161, 246, 33]),
} as const;

/** Origin of crow's feet. */
export const outerCorner: Record<Side, number> = { left: 33, right: 263 };

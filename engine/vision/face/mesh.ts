/** Parts of a face as outlines and masks. Indices are FaceMesh's. */
import { boxMean } from '../../pixels/box-filter.ts';
import { createPlane, type Plane } from '../../pixels/plane.ts';
import { fillPolygon } from '../../pixels/polygon.ts';
import type { Mesh, Point } from './find-faces.ts';

/** As the viewer sees them. Eyes end at the lashes, lids at the creases. */
export const faceParts = {
  oval: [
    10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149, 150,
    136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
  ],
  lips: [61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291, 375, 321, 405, 314, 17, 84, 181, 91, 146],
  innerMouth: [78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308, 324, 318, 402, 317, 14, 87, 178, 88, 95],
  leftEye: [33, 246, 161, 160, 159, 158, 157, 173, 133, 155, 154, 153, 145, 144, 163, 7],
  rightEye: [263, 466, 388, 387, 386, 385, 384, 398, 362, 382, 381, 380, 374, 373, 390, 249],
  leftLids: [130, 247, 30, 29, 27, 28, 56, 190, 243, 112, 26, 22, 23, 24, 110, 25],
  rightLids: [359, 467, 260, 259, 257, 258, 286, 414, 463, 341, 256, 252, 253, 254, 339, 255],
  leftBrow: [46, 70, 63, 105, 66, 107, 55, 65, 52, 53],
  rightBrow: [276, 300, 293, 334, 296, 336, 285, 295, 282, 283],
  leftIris: [469, 470, 471, 472],
  rightIris: [474, 475, 476, 477],
  nose: [168, 193, 122, 196, 198, 49, 64, 98, 97, 2, 326, 327, 294, 279, 420, 419, 351, 417],
  nostrils: [4, 45, 134, 131, 49, 102, 64, 98, 97, 2, 326, 327, 294, 331, 279, 360, 363, 275],
  leftCheek: [116, 117, 118, 119, 100, 142, 203, 206, 216, 192, 213, 147, 123],
  rightCheek: [345, 346, 347, 348, 329, 371, 423, 426, 436, 416, 433, 376, 352],
  leftUnderEye: [226, 25, 110, 24, 23, 22, 26, 112, 243, 244, 245, 188, 114, 121, 120, 119, 118, 117, 111, 35],
  rightUnderEye: [446, 255, 339, 254, 253, 252, 256, 341, 463, 464, 465, 412, 343, 350, 349, 348, 347, 346, 340, 265],
  forehead: [21, 54, 103, 67, 109, 10, 338, 297, 332, 284, 251, 301, 293, 334, 296, 336, 9, 107, 66, 105, 63, 71],
} as const;
export type FacePart = keyof typeof faceParts;

/** @param factor of enlargement around the center */
export function outlineOf(mesh: Mesh, part: FacePart, factor = 1): Point[] {
  const points = faceParts[part].map((index) => mesh[index]!);
  const x = points.reduce((sum, point) => sum + point.x, 0) / points.length;
  const y = points.reduce((sum, point) => sum + point.y, 0) / points.length;
  return points.map((point) => ({ x: x + (point.x - x) * factor, y: y + (point.y - y) * factor, z: point.z }));
}

/** Corner in px of the photograph; size in mask px; mask px per px. */
export type MaskPlace = { x: number; y: number; width: number; height: number; scale: number };

/** @param feather soft edge to each side, mask px */
export function maskOf(outlines: readonly Point[][], place: MaskPlace, feather: number): Plane {
  const mask = createPlane(place.width, place.height);
  for (const outline of outlines) {
    fillPolygon(
      mask,
      outline.map((point) => ({ x: (point.x - place.x) * place.scale, y: (point.y - place.y) * place.scale })),
    );
  }
  return feathered(mask, feather);
}

/** Three box means: nearly a Gaussian. */
export function feathered(mask: Plane, reach: number): Plane {
  const radius = Math.round(reach / 3);
  if (radius > 0) for (let pass = 0; pass < 3; pass++) boxMean(mask, radius, mask);
  return mask;
}

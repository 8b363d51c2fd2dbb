/** Planes of a part of a photograph: colors (CIE Lab) and masks of skin. */
import sharp from 'sharp';
import { type LabPlanes, toLab } from '../../pixels/lab.ts';
import { cropPlane, multiply, type Plane, type Rect } from '../../pixels/plane.ts';
import type { Face, Pixels } from '../face/find-faces.ts';
import type { MaskPlace } from '../face/mesh.ts';
import type { Segmentation } from '../segmentation.ts';
import { followColors, skinLikelihood } from './likelihood.ts';
import {
  createSkinMask,
  fadeNear,
  findDarkSurroundings,
  findHairAreas,
  removeHair,
  skinBetweenFeatures,
  skinUpToOpenings,
  subtractMask,
} from './skin-mask.ts';

/** Planes in the size of `place`. */
export type SkinPlanes = {
  place: MaskPlace;
  lab: LabPlanes;
  /** For measures: no features, hair or dark places. */
  skin: Plane;
  /** With hair, lashes and moles. */
  covered: Plane;
  /** Mean side of the first face in px of the planes. */
  faceSize: number;
};

export type RetouchPlanes = SkinPlanes & {
  /** For retouches, 0..1. */
  share: Plane;
  /** For changes of tone: up to eyes and lips. */
  close: Plane;
};

/** `rect` in px of the photograph. */
export type SkinView = SkinPlanes & { rect: Rect };
export type SkinRegion = RetouchPlanes & { rect: Rect };

/** `sharp` follows the colors. */
type SkinLikelihood = { likelihood: Plane; sharp: Plane; allSkin: Plane };

/** Maxima in px. A dozen planes exist at a time. */
export type Fineness = { faceSize: number; maxPixels: number };

/** In face sizes: fades next to dark surroundings. */
const shareFade = 0.05;
const closeFade = 0.15;

/** In face sizes. */
const edgeRadius = 0.02;

/** For measures. @param faces at least one, in the order of `findFaces` */
export async function viewSkin(
  photo: Pixels,
  rect: Rect,
  faces: readonly Face[],
  segmentations: readonly Segmentation[],
  fineness: Fineness,
): Promise<SkinView & SkinLikelihood> {
  const size = sizeOf(faces[0]!);
  const desiredScale = Math.min(
    1,
    fineness.faceSize / size,
    Math.sqrt(fineness.maxPixels / (rect.width * rect.height)),
  );
  const width = Math.max(1, Math.round(rect.width * desiredScale));
  const height = Math.max(1, Math.round(rect.height * desiredScale));
  const scale = width / rect.width;
  const place = { x: rect.x, y: rect.y, width, height, scale };
  const rgb = await resizePart(photo, rect, width, height);
  const lab = toLab(rgb, width, height);
  const faceSize = size * scale;
  const likelihood = skinLikelihood(place, segmentations);
  const sharp = followColors(likelihood, rgb, Math.max(2, Math.round(faceSize * edgeRadius)));
  const allSkin = createSkinMask(likelihood, sharp);
  const covered = skinBetweenFeatures(allSkin, place, faces, faceSize);
  const skin = removeHair(covered, lab.L, faceSize);
  return { rect, place, lab, skin, covered, faceSize, likelihood, sharp, allSkin };
}

/** For a retouch. @see viewSkin */
export async function readSkinRegion(...part: Parameters<typeof viewSkin>): Promise<SkinRegion> {
  const { rect, place, lab, skin, covered, faceSize, allSkin } = await viewSkin(...part);
  const toOpenings = skinUpToOpenings(allSkin, place, part[2], faceSize);
  const hair = findHairAreas(toOpenings, lab.L, faceSize);
  const dark = findDarkSurroundings(allSkin, lab.L, faceSize);
  const share = multiply(subtractMask(covered, hair), fadeNear(dark, faceSize * shareFade));
  const close = multiply(subtractMask(toOpenings, hair), fadeNear(dark, faceSize * closeFade));
  return { rect, place, lab, skin, covered, faceSize, share, close };
}

/** @param rect in px of the planes */
export function cropSkin({ place, lab, skin, covered, faceSize }: SkinPlanes, rect: Rect): SkinPlanes {
  const { scale } = place;
  const { width, height } = rect;
  return {
    place: { x: place.x + rect.x / scale, y: place.y + rect.y / scale, width, height, scale },
    lab: { L: cropPlane(lab.L, rect), a: cropPlane(lab.a, rect), b: cropPlane(lab.b, rect) },
    skin: cropPlane(skin, rect),
    covered: cropPlane(covered, rect),
    faceSize,
  };
}

export function cropRetouch(planes: RetouchPlanes, rect: Rect): RetouchPlanes {
  return { ...cropSkin(planes, rect), share: cropPlane(planes.share, rect), close: cropPlane(planes.close, rect) };
}

/** After a change of the photograph. */
export async function rereadColors(photo: Pixels, region: SkinRegion): Promise<SkinRegion> {
  const { width, height } = region.place;
  return { ...region, lab: toLab(await resizePart(photo, region.rect, width, height), width, height) };
}

/** Returns the mean side, px. */
export function sizeOf({ box }: Face): number {
  return (box.width + box.height) / 2;
}

async function resizePart(photo: Pixels, rect: Rect, width: number, height: number): Promise<Uint8Array> {
  const raw = { width: photo.width, height: photo.height, channels: 3 } as const;
  return sharp(photo.rgb, { raw, limitInputPixels: false })
    .extract({ left: rect.x, top: rect.y, width: rect.width, height: rect.height })
    .resize(width, height, { fit: 'fill', kernel: 'mitchell' })
    .raw()
    .toBuffer();
}

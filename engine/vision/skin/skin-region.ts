/** A part of a photograph at the size at which skin is judged: its colours, and where it is skin. */
import sharp from 'sharp';
import { type LabPlanes, toLab } from '../../pixels/lab.ts';
import { cropPlane, multiply, type Plane, type Rect } from '../../pixels/plane.ts';
import type { Face, Pixels } from '../face/find-faces.ts';
import type { MaskPlace } from '../face/mesh.ts';
import type { Segmentation } from '../segmentation.ts';
import { followColors, skinLikelihood } from './likelihood.ts';
import {
  allSkinOf,
  awayFrom,
  findDarkSurroundings,
  hairAreas,
  skinBetweenFeatures,
  skinUpToOpenings,
  without,
  withoutHair,
} from './skin-mask.ts';

/** The skin of a part of a photograph. All planes have the size of `place`. */
export type SkinPlanes = {
  place: MaskPlace;
  /** As photographed. */
  lab: LabPlanes;
  /** Plain skin, to be measured: 0 for eyes, brows, lips, hair, whatever is dark, and everything else. Not to be masked with. */
  skin: Plane;
  /** The same, with whatever is dark and lies on skin (hair, lashes, moles). */
  covered: Plane;
  /** Mean side of the first face, in pixels of the planes: the unit of every radius. */
  faceSize: number;
};

/** Adds the share of a retouch that each pixel takes. */
export type RetouchPlanes = SkinPlanes & {
  /** With soft rims: lines, folds and shades as much as the skin around them. */
  share: Plane;
  /** The same right up to eyes and lips: for changes of tone, which would leave a rim around the parts of the face. */
  close: Plane;
};

/** `rect`: the part of the photograph, in its pixels. */
export type SkinView = SkinPlanes & { rect: Rect };
export type SkinRegion = RetouchPlanes & { rect: Rect };

/** Skin including the parts of the face, 0..1: by the segmentations, with the edges of the colors, and both as a mask. */
export type WholeSkin = { likelihood: Plane; sharp: Plane; allSkin: Plane };

/** How finely a region is looked at: pixels a face is wide, and pixels of the region at most (a dozen planes of them live at a time). */
export type Fineness = { faceSize: number; maxPixels: number };

/** Parts of the face's size over which a retouch, and changes of tone, which are larger, fade out towards what is darker beside skin. */
const shareFade = 0.05;
const closeFade = 0.15;

/** Over this part of the face's size the edges of skin follow the colors. */
const sharpness = 0.02;

/** Reads a part of the photograph to measure its skin. @param faces those inside, in the order of `findFaces` (at least one) */
export async function viewSkin(
  photo: Pixels,
  rect: Rect,
  faces: readonly Face[],
  segmentations: readonly Segmentation[],
  fineness: Fineness,
): Promise<SkinView & WholeSkin> {
  const size = sizeOf(faces[0]!);
  const wanted = Math.min(1, fineness.faceSize / size, Math.sqrt(fineness.maxPixels / (rect.width * rect.height)));
  const width = Math.max(1, Math.round(rect.width * wanted));
  const height = Math.max(1, Math.round(rect.height * wanted));
  const scale = width / rect.width;
  const place = { x: rect.x, y: rect.y, width, height, scale };
  const rgb = await reducedPart(photo, rect, width, height);
  const lab = toLab(rgb, width, height);
  const faceSize = size * scale;
  const likelihood = skinLikelihood(place, segmentations);
  const sharp = followColors(likelihood, rgb, Math.max(2, Math.round(faceSize * sharpness)));
  const allSkin = allSkinOf(likelihood, sharp);
  const covered = skinBetweenFeatures(allSkin, place, faces, faceSize);
  const skin = withoutHair(covered, lab.L, faceSize);
  return { rect, place, lab, skin, covered, faceSize, likelihood, sharp, allSkin };
}

/** Reads a part of the photograph to retouch its skin. @see viewSkin */
export async function skinRegion(...part: Parameters<typeof viewSkin>): Promise<SkinRegion> {
  const { rect, place, lab, skin, covered, faceSize, allSkin } = await viewSkin(...part);
  const toOpenings = skinUpToOpenings(allSkin, place, part[2], faceSize);
  const hair = hairAreas(toOpenings, lab.L, faceSize);
  const dark = findDarkSurroundings(allSkin, lab.L, faceSize);
  const share = multiply(without(covered, hair), awayFrom(dark, faceSize * shareFade));
  const close = multiply(without(toOpenings, hair), awayFrom(dark, faceSize * closeFade));
  return { rect, place, lab, skin, covered, faceSize, share, close };
}

/** A part of the planes. @param rect in their pixels */
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

/** A part of the planes. @param rect in their pixels */
export function cropRetouch(planes: RetouchPlanes, rect: Rect): RetouchPlanes {
  return { ...cropSkin(planes, rect), share: cropPlane(planes.share, rect), close: cropPlane(planes.close, rect) };
}

/** Reads the region's colours anew, after the photograph was changed there. */
export async function readAgain(photo: Pixels, region: SkinRegion): Promise<SkinRegion> {
  const { width, height } = region.place;
  return { ...region, lab: toLab(await reducedPart(photo, region.rect, width, height), width, height) };
}

/** Mean side of a face's box, in pixels of the photograph. */
export function sizeOf({ box }: Face): number {
  return (box.width + box.height) / 2;
}

/** The colours of a part of the photograph at another size, three bytes a pixel. */
export async function reducedPart(photo: Pixels, rect: Rect, width: number, height: number): Promise<Uint8Array> {
  const raw = { width: photo.width, height: photo.height, channels: 3 } as const;
  return sharp(photo.rgb, { raw, limitInputPixels: false })
    .extract({ left: rect.x, top: rect.y, width: rect.width, height: rect.height })
    .resize(width, height, { fit: 'fill', kernel: 'mitchell' })
    .raw()
    .toBuffer();
}

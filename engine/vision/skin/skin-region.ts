/** A part of a photograph at the size at which skin is judged: its colours, and where it is skin. */
import sharp from 'sharp';
import { type LabPlanes, toLab } from '../../pixels/lab.ts';
import { multiply, type Plane, type Rect } from '../../pixels/plane.ts';
import type { Face, Pixels } from '../face/find-faces.ts';
import type { MaskPlace } from '../face/mesh.ts';
import type { Segmentation } from '../segmentation.ts';
import { awayFrom, findDarkSurroundings, hairAreas, skinMasks, withoutHair } from './skin-mask.ts';

/** All planes have the size of `place`. */
export type SkinRegion = {
  /** In pixels of the photograph. */
  rect: Rect;
  place: MaskPlace;
  /** As photographed. */
  lab: LabPlanes;
  /** Plain skin, to be measured: 0 for eyes, brows, lips, hair, whatever is dark, and everything else. Not to be masked with. */
  skin: Plane;
  /** The same, with whatever is dark and lies on skin (hair, lashes, moles). */
  covered: Plane;
  /** How much of a retouch each pixel takes, with soft rims: lines, folds and shades as much as the skin around them. */
  share: Plane;
  /** The same right up to eyes and lips: for changes of tone, which would leave a rim around the parts of the face. */
  close: Plane;
  /** Mean side of the first face, in pixels of the region: the unit of every radius. */
  faceSize: number;
};

/** How finely a region is looked at: pixels a face is wide, and pixels of the region at most (a dozen planes of them live at a time). */
export type Fineness = { faceSize: number; maxPixels: number };

/** Parts of the face's size over which a retouch, and changes of tone, which are larger, fade out towards what is darker beside skin. */
const shareFade = 0.05;
const closeFade = 0.15;

/** Reads a part of the photograph. @param faces those inside, in the order of `findFaces` (at least one) */
export async function skinRegion(
  photo: Pixels,
  rect: Rect,
  faces: readonly Face[],
  segmentations: readonly Segmentation[],
  fineness: Fineness,
): Promise<SkinRegion> {
  const size = sizeOf(faces[0]!);
  const wanted = Math.min(1, fineness.faceSize / size, Math.sqrt(fineness.maxPixels / (rect.width * rect.height)));
  const width = Math.max(1, Math.round(rect.width * wanted));
  const height = Math.max(1, Math.round(rect.height * wanted));
  const scale = width / rect.width;
  const place = { x: rect.x, y: rect.y, width, height, scale };
  const rgb = await reducedPart(photo, rect, width, height);
  const lab = toLab(rgb, width, height);
  const faceSize = size * scale;
  const masks = skinMasks(place, rgb, faces, segmentations, faceSize);
  const hair = hairAreas(masks.close, lab.L, faceSize);
  const dark = findDarkSurroundings(masks.allSkin, lab.L, faceSize);
  const share = multiply(without(masks.skin, hair), awayFrom(dark, faceSize * shareFade));
  const close = multiply(without(masks.close, hair), awayFrom(dark, faceSize * closeFade));
  return {
    rect,
    place,
    lab,
    faceSize,
    skin: withoutHair(masks.skin, lab.L, faceSize),
    covered: masks.skin,
    share,
    close,
  };
}

function without(mask: Plane, excluded: Plane): Plane {
  return { ...mask, data: mask.data.map((value, i) => value * (1 - excluded.data[i]!)) };
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

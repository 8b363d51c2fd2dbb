/** Takes brows away: skin grows over them, shaded from their rims and with the pores of the forehead. */
import { breatheUntil } from '../../breathe.ts';
import type { Face, Pixels } from '../face/human.ts';
import { type MaskPlace, maskOf, outlineOf } from '../face/mesh.ts';
import { boxMean } from '../pixels/box-filter.ts';
import { writeRgb } from '../pixels/lab.ts';
import { fillSmoothly, holeKind, outsideKind, rimKind } from '../pixels/membrane.ts';
import { enlarge, type Plane, type Rect } from '../pixels/plane.ts';
import { ramp } from '../pixels/ramp.ts';
import type { Segmentation } from '../segmentation.ts';
import { followColours, likelihoodOf, skinLikelihood } from '../skin/likelihood.ts';
import { maskedMean, windowOf } from '../skin/masked-filter.ts';
import { reducedPart, type SkinRegion, skinRegion } from '../skin/region.ts';
import { faceRect, lookAtPeople } from '../skin/skin-regions.ts';
import { browMask } from './brow-mask.ts';
import { strandsOver } from './strands.ts';
import { skinTexture, textureAt } from './texture.ts';

const fineness = { faceSize: 400, maxPixels: 1_500_000 };
/** The rim's colour is a mean over this part of the face's size: single pores must not draw stripes. */
const rimRadius = 0.012;
/** The colours of hair reach so far into the skin beside it. */
const bleeding = 0.012;
/** Skin this likely may hold the film. */
const sureSkin = 0.8;
/** So much darker (L) than the skin around it tells less about bare skin, and so much is a hair that hangs over the rim. */
const lessBare = 4;
const strand = 16;
const aroundRadius = 0.07;
/** Over this part of the face's size the edges of skin follow the colours. */
const sharpness = 0.02;
/** Factor of the mesh's brow beyond which strands are told from brows by what they look like. */
const browZone = 1.35;
/** Darker than the film by this much (L) is a shade of it, and by this much, hair; so near to hair (part of the face's size) is its rim. */
const shade = 1;
const hair = 4;
const hairRim = 0.014;

/** Where brows were: 1 on their hairs and softly 0 beyond; and where there is skin, brows and all, 0..1. Both as large as `place`. */
export type BrowPlace = { place: MaskPlace; rect: Rect; brows: Plane; skin: Plane };

/**
 * Changes `photo` in place, on the brows and a narrow strip around them.
 * @param strength 0..1, how much of the brows goes
 * @param seen segmentations of the photograph, coarse to fine, where the caller has them
 * @returns null at strength 0, when nothing is looked for
 * @throws the signal's reason soon after it fires
 */
export async function eraseBrows(
  photo: Pixels,
  face: Face,
  strength: number,
  signal: AbortSignal,
  seen?: readonly Segmentation[],
): Promise<BrowPlace | null> {
  if (strength === 0) return null;
  const breathe = breatheUntil(signal);
  const segmentations = seen ?? (await lookAtPeople(photo, [face], breathe));
  const region = await skinRegion(photo, faceRect(photo, face), [face], segmentations, fineness);
  const likely = skinLikelihood(region.place, segmentations);
  const { width, height } = region.place;
  const rgb = await reducedPart(photo, region.rect, width, height);
  const sharp = followColours(likely, rgb, Math.max(2, Math.round(region.faceSize * sharpness)));
  const mask = browMask(region, likely, face, sharp);
  const around = maskedMean(windowOf(region.skin, Math.round(region.faceSize * aroundRadius)), region.lab.L);
  const brows = maskOf(
    [outlineOf(face.mesh, 'leftBrow', browZone), outlineOf(face.mesh, 'rightBrow', browZone)],
    region.place,
    0,
  );
  const strands = strandsOver(
    region.lab.L,
    around,
    brows,
    likelihoodOf(region.place, segmentations, ['hair']),
    upOf(face),
    region.faceSize,
  );
  await breathe();
  for (let i = 0; i < likely.data.length; i++) likely.data[i]! *= 1 - strands.data[i]!;
  keepSkin(mask, region, grownOver(region, mask, likely)[0], strands);
  await breathe();
  const skin = grownOver(region, mask, likely);
  await breathe();
  paint(photo, region, mask, skin, strength, face);
  return { place: region.place, rect: region.rect, brows: mask, skin: likely };
}

/** The region's colours with the masked places filled: L, a, b. */
function grownOver({ lab, skin, faceSize }: SkinRegion, mask: Plane, likely: Plane): [Plane, Plane, Plane] {
  const around = maskedMean(windowOf(skin, Math.round(faceSize * aroundRadius)), lab.L);
  const bare: Plane = { ...mask, data: new Float32Array(mask.data.length) };
  for (let i = 0; i < bare.data.length; i++) {
    if (likely.data[i]! > sureSkin) bare.data[i] = ramp(around.data[i]! - lab.L.data[i]!, strand, lessBare);
  }
  // JPEG keeps colours coarsely: those of hair reach beyond it, and the film of colours is fixed some way off.
  const wide = boxMean(mask, Math.max(1, Math.round(faceSize * bleeding)));
  const radius = Math.max(1, Math.round(faceSize * rimRadius));
  return [film(mask, bare, radius, lab.L), film(wide, bare, radius, lab.a), film(wide, bare, radius, lab.b)];
}

/** A plane with the hole filled from its rim of bare skin. */
function film(hole: Plane, bare: Plane, radius: number, plane: Plane): Plane {
  const kinds = new Uint8Array(hole.data.length);
  const known: Plane = { ...hole, data: new Float32Array(hole.data.length) };
  for (let i = 0; i < kinds.length; i++) {
    kinds[i] = hole.data[i]! > 0.01 ? holeKind : bare.data[i]! > 0.05 ? rimKind : outsideKind;
    known.data[i] = kinds[i] === rimKind ? bare.data[i]! : 0;
  }
  const out = maskedMean(windowOf(known, radius), plane);
  fillSmoothly(out, kinds);
  return out;
}

/** From the nose's tip to between the brows, as a unit vector. */
function upOf({ mesh }: Face): { x: number; y: number } {
  const [tip, between] = [mesh[4]!, mesh[9]!];
  const length = Math.hypot(between.x - tip.x, between.y - tip.y) || 1;
  return { x: (between.x - tip.x) / length, y: (between.y - tip.y) / length };
}

/** Skin beside the hairs stays as it is, and so do strands: the mask is taken back to what is darker than the film, and a rim of it. */
function keepSkin(mask: Plane, { lab, faceSize }: SkinRegion, film: Plane, strands: Plane): void {
  const radius = Math.max(1, Math.round(faceSize * hairRim));
  const darker: Plane = { ...mask, data: film.data.map((L, i) => (mask.data[i]! > 0 ? L - lab.L.data[i]! : 0)) };
  boxMean(darker, 1, darker);
  for (let i = 0; i < darker.data.length; i++) darker.data[i] = ramp(darker.data[i]!, shade, hair);
  const share = boxMean(boxMean(darker, radius), radius);
  for (let i = 0; i < mask.data.length; i++)
    mask.data[i]! *= ramp(share.data[i]!, 0.005, 0.12) * (1 - strands.data[i]!);
}

function paint(
  photo: Pixels,
  region: SkinRegion,
  mask: Plane,
  [L, a, b]: [Plane, Plane, Plane],
  strength: number,
  face: Face,
): void {
  const { rect, place } = region;
  const between = face.mesh[151]!;
  const texture = skinTexture(photo, region, {
    x: (between.x - place.x) * place.scale,
    y: (between.y - place.y) * place.scale,
  });
  const colour = new Float32Array(3);
  for (let y = 0; y < rect.height; y++) {
    // Row by row, so that no plane of the photograph's size is needed.
    const row = { x: 0, y, width: rect.width, height: 1 };
    const share = enlarge(mask, rect.width, rect.height, row).data;
    if (!share.some((value) => value > 0)) continue;
    const [rowL, rowA, rowB] = [L, a, b].map((plane) => enlarge(plane, rect.width, rect.height, row).data);
    for (let x = 0; x < rect.width; x++) {
      const part = share[x]! * strength;
      if (part === 0) continue;
      writeRgb(rowL![x]!, rowA![x]!, rowB![x]!, colour, 0);
      const at = ((rect.y + y) * photo.width + rect.x + x) * 3;
      for (let c = 0; c < 3; c++) {
        const skin = colour[c]! * (1 + (texture ? textureAt(texture[c]!, x, y) : 0));
        const before = photo.rgb[at + c]!;
        photo.rgb[at + c] = Math.min(255, Math.max(0, Math.round(before + part * (skin - before))));
      }
    }
  }
}

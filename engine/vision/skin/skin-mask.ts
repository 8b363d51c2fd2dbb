/**
 * Tells skin from everything else: what the segmentation calls skin, without the parts of the face and without hair
 * lying on it.
 */
import { boxMean } from '../../pixels/box-filter.ts';
import { maskedMean, windowOf } from '../../pixels/masked-filter.ts';
import { createPlane, type Plane } from '../../pixels/plane.ts';
import { smoothstep } from '../../pixels/smoothstep.ts';
import type { Face } from '../face/find-faces.ts';
import { feathered, type MaskPlace, maskOf, outlineOf } from '../face/mesh.ts';

/** Probability of skin at which retouching begins and is whole. */
const skinFrom = 0.4;
const skinTo = 0.85;
/** So much darker than the skin around (L) is a shade still, and so much is hair, a lash or a nostril. */
const shadeDifference = 9;
const hairDifference = 20;
/** Radii as parts of the face's size: skin that dark is compared with, the width of hairs, and what is wider than any fold. */
const aroundRadius = 0.07;
const hairWidth = 0.008;
const areaRadius = 0.025;
/** Share of an area that is dark, and standard deviation (L) of its detail, from which it may be hair and at which it is. */
const areaDensity = [0.3, 0.6] as const;
const hairRoughness = [1.5, 3] as const;
/**
 * What lies beside skin is compared with the skin so far around (part of the face's size). Where it is lighter by as much as skin is
 * lightened at most (L), lightening takes from the contrast between them; where it is as light or darker, it adds to it.
 */
const adjacentRadius = 0.12;
const adjacentDifference = [-12, 0] as const;
/** Share of skin in a window below which there is nothing to compare with. */
const minSkinShare = 1e-3;

/**
 * Skin including the parts of the face, 0..1.
 * @param likelihood of the segmentations  @param sharp the same with the edges of the colors
 */
export function allSkinOf(likelihood: Plane, sharp: Plane): Plane {
  const allSkin = createPlane(likelihood.width, likelihood.height);
  for (let i = 0; i < allSkin.data.length; i++) {
    allSkin.data[i] = smoothstep(Math.min(sharp.data[i]!, likelihood.data[i]! + 0.5), skinFrom, skinTo);
  }
  return allSkin;
}

/** Skin, together with hair and moles that lie on it, at a distance from brows, lids and lips. */
export function skinBetweenFeatures(allSkin: Plane, place: MaskPlace, faces: readonly Face[], faceSize: number): Plane {
  const features = featureMask(place, faces, faceSize);
  return without(allSkin, features, features);
}

/** Skin right up to eyes and lips, brows and all: for changes of tone, which would leave a rim. */
export function skinUpToOpenings(allSkin: Plane, place: MaskPlace, faces: readonly Face[], faceSize: number): Plane {
  const openings = openingMask(place, faces, faceSize);
  return without(allSkin, openings, openings);
}

/** The part of `mask` that is not in `excluded`. @param out may be either of them */
export function without(mask: Plane, excluded: Plane, out = createPlane(mask.width, mask.height)): Plane {
  for (let i = 0; i < mask.data.length; i++) out.data[i] = mask.data[i]! * (1 - excluded.data[i]!);
  return out;
}

/** Eyes with lids, brows and lips of all faces, a little enlarged. */
function featureMask(place: MaskPlace, faces: readonly Face[], faceSize: number): Plane {
  const outlines = faces.flatMap(({ mesh }) => [
    outlineOf(mesh, 'leftLids', 1.08),
    outlineOf(mesh, 'rightLids', 1.08),
    outlineOf(mesh, 'leftBrow', 1.2),
    outlineOf(mesh, 'rightBrow', 1.2),
    outlineOf(mesh, 'lips', 1.15),
  ]);
  const mask = maskOf(outlines, place, faceSize * 0.025);
  // The soft edge lies outside the outlines: a lip's own border stays untouched.
  for (let i = 0; i < mask.data.length; i++) mask.data[i] = smoothstep(mask.data[i]!, 0.05, 0.6);
  return mask;
}

/** Eyes and lips of all faces, as they are. */
function openingMask(place: MaskPlace, faces: readonly Face[], faceSize: number): Plane {
  const outlines = faces.flatMap(({ mesh }) => [
    outlineOf(mesh, 'leftEye', 1.06),
    outlineOf(mesh, 'rightEye', 1.06),
    outlineOf(mesh, 'lips'),
  ]);
  const mask = maskOf(outlines, place, faceSize * 0.014);
  for (let i = 0; i < mask.data.length; i++) mask.data[i] = smoothstep(mask.data[i]!, 0.05, 0.5);
  return mask;
}

/**
 * How far each place belongs to an area of hair that the segmentation took for skin (beards, brows beyond the mesh), 0..1: dark
 * and rough over more than the width of a fold. It changes slowly, so that what is done beside hair fades out before it; a
 * line, a fold or a shade in the skin is none, and takes part in what is done around it as a whole.
 */
export function hairAreas(covered: Plane, L: Plane, faceSize: number): Plane {
  const pixels = (part: number) => Math.max(1, Math.round(faceSize * part));
  const around = maskedMean(windowOf(covered, pixels(aroundRadius)), L);
  const dark = createPlane(L.width, L.height);
  const rough = createPlane(L.width, L.height);
  const mean = boxMean(L, pixels(hairWidth));
  for (let i = 0; i < dark.data.length; i++) {
    dark.data[i] = smoothstep(around.data[i]! - L.data[i]!, shadeDifference, hairDifference);
    rough.data[i] = (L.data[i]! - mean.data[i]!) ** 2;
  }
  const window = windowOf(covered, pixels(areaRadius));
  const density = maskedMean(window, dark);
  const variance = maskedMean(window, rough);
  for (let i = 0; i < dark.data.length; i++) {
    const roughness = Math.sqrt(Math.max(0, variance.data[i]!));
    dark.data[i] = smoothstep(density.data[i]!, ...areaDensity) * smoothstep(roughness, ...hairRoughness);
  }
  return feathered(dark, pixels(areaRadius));
}

/**
 * What lies beside skin and is no lighter (the hair of the head, clothes, a dark room), 0..1.
 * @param allSkin skin with the parts of the face
 */
export function findDarkSurroundings(allSkin: Plane, L: Plane, faceSize: number): Plane {
  const near = windowOf(allSkin, Math.max(2, Math.round(faceSize * adjacentRadius)));
  const around = maskedMean(near, L);
  const dark = createPlane(L.width, L.height);
  for (let i = 0; i < dark.data.length; i++) {
    if (near.weight.data[i]! < minSkinShare) continue;
    dark.data[i] = (1 - allSkin.data[i]!) * smoothstep(around.data[i]! - L.data[i]!, ...adjacentDifference);
  }
  return dark;
}

/**
 * How far each place of the skin is from what is dark beside it, 0 on its border and 1 from about two thirds of `reach` px on. Skin
 * made lighter right up to there would be cut out with a new edge, and lose the shade in which it runs into the hair. Beside what
 * is lighter than skin there is no such edge, and all is 1.
 * @param dark from darkBeside
 */
export function awayFrom(dark: Plane, reach: number): Plane {
  const near = feathered({ ...dark, data: dark.data.slice() }, reach);
  // On a straight border half of what is around a place lies beyond it.
  for (let i = 0; i < near.data.length; i++) near.data[i] = Math.max(0, 1 - 2 * near.data[i]!);
  return near;
}

/** Takes out what is much darker than the skin around it: hair, lashes, brows the mesh missed, nostrils. For measuring, not for masking. */
export function withoutHair(skin: Plane, L: Plane, faceSize: number): Plane {
  const around = maskedMean(windowOf(skin, Math.max(2, Math.round(faceSize * aroundRadius))), L);
  const hair = createPlane(skin.width, skin.height);
  for (let i = 0; i < hair.data.length; i++)
    hair.data[i] = smoothstep(around.data[i]! - L.data[i]!, shadeDifference, hairDifference);
  boxMean(hair, 1, hair);
  for (let i = 0; i < hair.data.length; i++) hair.data[i] = skin.data[i]! * (1 - Math.min(1, hair.data[i]! * 1.3));
  return hair;
}

/** The skin of a region with what lies on it, but without the round dark places that belong on a nose. */
export function withoutNostrils(region: { place: MaskPlace; covered: Plane; faceSize: number }, face: Face): Plane {
  const mask = maskOf([outlineOf(face.mesh, 'nostrils', 1.25)], region.place, region.faceSize * 0.02);
  for (let i = 0; i < mask.data.length; i++) mask.data[i] = region.covered.data[i]! * (1 - mask.data[i]!);
  return mask;
}

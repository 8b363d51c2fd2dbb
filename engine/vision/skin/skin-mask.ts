/**
 * Masks of skin: the segmentation without features and hair. Own heuristics on outlines and lightness (CIE L), shared
 * by measures and retouches.
 */
import { boxMean } from '../../pixels/box-filter.ts';
import { maskedMean, windowOf } from '../../pixels/masked-filter.ts';
import { createPlane, type Plane } from '../../pixels/plane.ts';
import { smoothstep } from '../../pixels/smoothstep.ts';
import type { Face } from '../face/find-faces.ts';
import { feathered, type MaskPlace, maskOf, outlineOf } from '../face/mesh.ts';

const minSkinLikelihood = 0.4;
const fullSkinLikelihood = 0.85;
/** L below the surrounding skin. */
const maxShadeDifference = 9;
const minHairDifference = 20;
/** In face sizes; an area of hair is wider than a fold. */
const surroundingsRadius = 0.07;
const hairWidth = 0.008;
const hairAreaRadius = 0.025;
/** Dark share of an area; standard deviation of L. */
const hairDensityRamp = [0.3, 0.6] as const;
const hairRoughnessRamp = [1.5, 3] as const;
/** In face sizes; ramp of L against the skin: lighter surroundings lose contrast to lightened skin. */
const adjacentRadius = 0.12;
const adjacentRamp = [-12, 0] as const;
const minSkinShare = 1e-3;

/** @param sharp `likelihood` aligned with the colors */
export function createSkinMask(likelihood: Plane, sharp: Plane): Plane {
  const allSkin = createPlane(likelihood.width, likelihood.height);
  for (let i = 0; i < allSkin.data.length; i++) {
    allSkin.data[i] = smoothstep(
      Math.min(sharp.data[i]!, likelihood.data[i]! + 0.5),
      minSkinLikelihood,
      fullSkinLikelihood,
    );
  }
  return allSkin;
}

/** With hair and moles, apart from brows, lids and lips. */
export function skinBetweenFeatures(allSkin: Plane, place: MaskPlace, faces: readonly Face[], faceSize: number): Plane {
  const features = createFeatureMask(place, faces, faceSize);
  return subtractMask(allSkin, features, features);
}

/** Up to eyes and lips, for changes of tone. */
export function skinUpToOpenings(allSkin: Plane, place: MaskPlace, faces: readonly Face[], faceSize: number): Plane {
  const openings = createOpeningMask(place, faces, faceSize);
  return subtractMask(allSkin, openings, openings);
}

/** `out` may be a mask. */
export function subtractMask(mask: Plane, excluded: Plane, out = createPlane(mask.width, mask.height)): Plane {
  for (let i = 0; i < mask.data.length; i++) out.data[i] = mask.data[i]! * (1 - excluded.data[i]!);
  return out;
}

function createFeatureMask(place: MaskPlace, faces: readonly Face[], faceSize: number): Plane {
  const outlines = faces.flatMap(({ mesh }) => [
    outlineOf(mesh, 'leftLids', 1.08),
    outlineOf(mesh, 'rightLids', 1.08),
    outlineOf(mesh, 'leftBrow', 1.2),
    outlineOf(mesh, 'rightBrow', 1.2),
    outlineOf(mesh, 'lips', 1.15),
  ]);
  const mask = maskOf(outlines, place, faceSize * 0.025);
  // The border of a lip stays.
  for (let i = 0; i < mask.data.length; i++) mask.data[i] = smoothstep(mask.data[i]!, 0.05, 0.6);
  return mask;
}

function createOpeningMask(place: MaskPlace, faces: readonly Face[], faceSize: number): Plane {
  const outlines = faces.flatMap(({ mesh }) => [
    outlineOf(mesh, 'leftEye', 1.06),
    outlineOf(mesh, 'rightEye', 1.06),
    outlineOf(mesh, 'lips'),
  ]);
  const mask = maskOf(outlines, place, faceSize * 0.014);
  for (let i = 0; i < mask.data.length; i++) mask.data[i] = smoothstep(mask.data[i]!, 0.05, 0.5);
  return mask;
}

/** Beards and brows taken for skin, 0..1: dark and rough over more than a fold. */
export function findHairAreas(covered: Plane, L: Plane, faceSize: number): Plane {
  const pixels = (part: number) => Math.max(1, Math.round(faceSize * part));
  const around = maskedMean(windowOf(covered, pixels(surroundingsRadius)), L);
  const dark = createPlane(L.width, L.height);
  const rough = createPlane(L.width, L.height);
  const mean = boxMean(L, pixels(hairWidth));
  for (let i = 0; i < dark.data.length; i++) {
    dark.data[i] = smoothstep(around.data[i]! - L.data[i]!, maxShadeDifference, minHairDifference);
    rough.data[i] = (L.data[i]! - mean.data[i]!) ** 2;
  }
  const window = windowOf(covered, pixels(hairAreaRadius));
  const density = maskedMean(window, dark);
  const variance = maskedMean(window, rough);
  for (let i = 0; i < dark.data.length; i++) {
    const roughness = Math.sqrt(Math.max(0, variance.data[i]!));
    dark.data[i] = smoothstep(density.data[i]!, ...hairDensityRamp) * smoothstep(roughness, ...hairRoughnessRamp);
  }
  return feathered(dark, pixels(hairAreaRadius));
}

/** Dark hair, clothes or rooms next to skin, 0..1. */
export function findDarkSurroundings(allSkin: Plane, L: Plane, faceSize: number): Plane {
  const near = windowOf(allSkin, Math.max(2, Math.round(faceSize * adjacentRadius)));
  const around = maskedMean(near, L);
  const dark = createPlane(L.width, L.height);
  for (let i = 0; i < dark.data.length; i++) {
    if (near.weight.data[i]! < minSkinShare) continue;
    dark.data[i] = (1 - allSkin.data[i]!) * smoothstep(around.data[i]! - L.data[i]!, ...adjacentRamp);
  }
  return dark;
}

/** 0 next to `dark`, 1 from two thirds of `reach` px on, so that lightened skin has no new edge. */
export function fadeNear(dark: Plane, reach: number): Plane {
  const near = feathered({ ...dark, data: dark.data.slice() }, reach);
  // A straight border is half dark.
  for (let i = 0; i < near.data.length; i++) near.data[i] = Math.max(0, 1 - 2 * near.data[i]!);
  return near;
}

/** For measures only: removes dark places. */
export function removeHair(skin: Plane, L: Plane, faceSize: number): Plane {
  const around = maskedMean(windowOf(skin, Math.max(2, Math.round(faceSize * surroundingsRadius))), L);
  const hair = createPlane(skin.width, skin.height);
  for (let i = 0; i < hair.data.length; i++)
    hair.data[i] = smoothstep(around.data[i]! - L.data[i]!, maxShadeDifference, minHairDifference);
  boxMean(hair, 1, hair);
  for (let i = 0; i < hair.data.length; i++) hair.data[i] = skin.data[i]! * (1 - Math.min(1, hair.data[i]! * 1.3));
  return hair;
}

export function removeNostrils(region: { place: MaskPlace; covered: Plane; faceSize: number }, face: Face): Plane {
  const mask = maskOf([outlineOf(face.mesh, 'nostrils', 1.25)], region.place, region.faceSize * 0.02);
  for (let i = 0; i < mask.data.length; i++) mask.data[i] = region.covered.data[i]! * (1 - mask.data[i]!);
  return mask;
}

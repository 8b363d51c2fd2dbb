/** The colours of the skin under hair: as smooth as the skin around it allows, and fixed to it right beside the hair. */
import { boxMean } from '../../../pixels/box-filter.ts';
import { fillLaplace, holeKind, outsideKind, rimKind } from '../../../pixels/fill-laplace.ts';
import { maskedMean, windowOf } from '../../../pixels/masked-filter.ts';
import type { Plane } from '../../../pixels/plane.ts';
import { smoothstep } from '../../../pixels/smoothstep.ts';
import type { SkinPlanes } from '../../../vision/skin/skin-region.ts';

/** The rim's colour is a mean over this part of the face's size: single pores must not draw stripes. */
const rimRadius = 0.005;
const hueRadius = 0.01;
/** JPEG keeps colours coarsely: those of hair, which are greyer than skin, reach so far into the skin beside it. */
const bleeding = 0.006;
/** Skin this likely may hold the film. */
const sureSkin = 0.8;
/** So much darker (L) than the skin right around it tells less about bare skin, and so much is a hair or the line of a fold. */
const lessBare = 3;
const line = 10;
/** What is right around; and what a brow is compared with. Parts of the face's size. */
const nearbyRadius = 0.035;
const aroundRadius = 0.07;

/** Lightness of the skin around each place, of the region's size. */
export function lightnessAround({ lab, skin, faceSize }: SkinPlanes): Plane {
  return maskedMean(windowOf(skin, Math.round(faceSize * aroundRadius)), lab.L);
}

/**
 * How surely each place tells what colour skin has there, 0..1: shade on skin does, hairs and folds do not.
 * @param skinLikelihood where skin is, brows and all  @param zone where the brows may be
 */
export function bareSkin({ lab, faceSize }: SkinPlanes, skinLikelihood: Plane, zone: Plane): Plane {
  const confidentSkin = skinLikelihood.data.map((value, i) => (value > sureSkin && zone.data[i]! < 0.01 ? 1 : 0));
  const nearbyLightness = maskedMean(
    windowOf({ ...skinLikelihood, data: confidentSkin }, Math.round(faceSize * nearbyRadius)),
    lab.L,
  );
  const bare: Plane = { ...skinLikelihood, data: new Float32Array(skinLikelihood.data.length) };
  for (let i = 0; i < bare.data.length; i++) {
    if (skinLikelihood.data[i]! > sureSkin)
      bare.data[i] = smoothstep(nearbyLightness.data[i]! - lab.L.data[i]!, line, lessBare);
  }
  return bare;
}

/** Lightness of the region with skin in the place of `hole` (0..1, as soft as it likes). */
export function lightnessOver({ lab, faceSize }: SkinPlanes, hole: Plane, bare: Plane): Plane {
  // Light spreads evenly, and not lightness: from a lit forehead to a dark socket skin stays bright for longer.
  const light: Plane = { ...lab.L, data: lab.L.data.map((L) => ((L + 16) / 116) ** 3) };
  const filled = film(hole, bare, Math.max(1, Math.round(faceSize * rimRadius)), light);
  return {
    ...filled,
    data: filled.data.map((value, i) => (hole.data[i]! > 0 ? 116 * Math.cbrt(value) - 16 : lab.L.data[i]!)),
  };
}

/** Skin in the place of hair: its lightness there, its hue there and where the colours of hair bleed into skin. */
export type SkinUnder = { L: Plane; a: Plane; b: Plane; bled: Plane };

/** The region's colours with skin in the place of `hole`; `bled` is 1 on it and a little beyond, and then softly 0. */
export function skinOver(region: SkinPlanes, hole: Plane, bare: Plane): SkinUnder {
  const { lab, faceSize } = region;
  const reach = Math.max(1, Math.round(faceSize * bleeding));
  const bled = boxMean(boxMean(hole, reach), reach);
  for (let i = 0; i < bled.data.length; i++) bled.data[i] = smoothstep(bled.data[i]!, 0.01, 0.35);
  const radius = Math.max(1, Math.round(faceSize * hueRadius));
  const L = lightnessOver(region, hole, bare);
  return { L, a: film(bled, bare, radius, lab.a), b: film(bled, bare, radius, lab.b), bled };
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
  fillLaplace(out, kinds);
  return out;
}

/** Skin under hair: solves Laplace's equation between bare skin, in linear light for L, and in Lab for hue. */
import { boxMean } from '../../../pixels/box-filter.ts';
import { fillLaplace, holeKind, outsideKind, rimKind } from '../../../pixels/fill-laplace.ts';
import { maskedMean, windowOf } from '../../../pixels/masked-filter.ts';
import type { Plane } from '../../../pixels/plane.ts';
import { smoothstep } from '../../../pixels/smoothstep.ts';
import type { SkinPlanes } from '../../../vision/skin/skin-region.ts';

/** In sizes of the face. Single pores at the rim would draw stripes. */
const rimRadius = 0.005;
const hueRadius = 0.01;
/** JPEG stores color coarsely, so gray of hair bleeds into skin. */
const bleedReach = 0.006;
const nearbyRadius = 0.035;
const aroundRadius = 0.07;
/** Likelihood. */
const minRimSkin = 0.8;
/** Soft threshold from skin to hairs and folds: difference from skin nearby in L. */
const shadeDifference = 3;
const lineDifference = 10;

export function meanSkinLightness({ lab, skin, faceSize }: SkinPlanes): Plane {
  return maskedMean(windowOf(skin, Math.round(faceSize * aroundRadius)), lab.L);
}

/** Returns the likelihood of bare skin, shaded or not. */
export function findBareSkin({ lab, faceSize }: SkinPlanes, skinLikelihood: Plane, zone: Plane): Plane {
  const confidentSkin = skinLikelihood.data.map((value, i) => (value > minRimSkin && zone.data[i]! < 0.01 ? 1 : 0));
  const nearbyLightness = maskedMean(
    windowOf({ ...skinLikelihood, data: confidentSkin }, Math.round(faceSize * nearbyRadius)),
    lab.L,
  );
  const bare: Plane = { ...skinLikelihood, data: new Float32Array(skinLikelihood.data.length) };
  for (let i = 0; i < bare.data.length; i++) {
    if (skinLikelihood.data[i]! > minRimSkin)
      bare.data[i] = smoothstep(nearbyLightness.data[i]! - lab.L.data[i]!, lineDifference, shadeDifference);
  }
  return bare;
}

export function fillLightness({ lab, faceSize }: SkinPlanes, hole: Plane, bare: Plane): Plane {
  // Interpolated L would be too dark between a lit forehead and a dark eye socket.
  const light: Plane = { ...lab.L, data: lab.L.data.map((L) => ((L + 16) / 116) ** 3) };
  const filled = fillHole(hole, bare, Math.max(1, Math.round(faceSize * rimRadius)), light);
  return {
    ...filled,
    data: filled.data.map((value, i) => (hole.data[i]! > 0 ? 116 * Math.cbrt(value) - 16 : lab.L.data[i]!)),
  };
}

/** `bled` is 1 where hair changed the hue. */
export type FilledSkin = { L: Plane; a: Plane; b: Plane; bled: Plane };

export function fillSkin(region: SkinPlanes, hole: Plane, bare: Plane): FilledSkin {
  const { lab, faceSize } = region;
  const reach = Math.max(1, Math.round(faceSize * bleedReach));
  const bled = boxMean(boxMean(hole, reach), reach);
  for (let i = 0; i < bled.data.length; i++) bled.data[i] = smoothstep(bled.data[i]!, 0.01, 0.35);
  const radius = Math.max(1, Math.round(faceSize * hueRadius));
  const L = fillLightness(region, hole, bare);
  return { L, a: fillHole(bled, bare, radius, lab.a), b: fillHole(bled, bare, radius, lab.b), bled };
}

function fillHole(hole: Plane, bare: Plane, radius: number, plane: Plane): Plane {
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

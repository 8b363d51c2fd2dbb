/**
 * A generous mask of both brows: the mesh's outline with a margin, and darker pixels near it. `hair-area.ts` removes
 * skin from it, but cannot add hair.
 */
import { boxMean } from '../../../pixels/box-filter.ts';
import { maskedMean, windowOf } from '../../../pixels/masked-filter.ts';
import { createPlane, type Plane } from '../../../pixels/plane.ts';
import { smoothstep } from '../../../pixels/smoothstep.ts';
import type { Face } from '../../../vision/face/find-faces.ts';
import { type FacePart, feathered, maskOf, outlineOf } from '../../../vision/face/mesh.ts';
import type { SkinPlanes } from '../../../vision/skin/skin-region.ts';

/** In sizes of the face. */
const skinMargin = 0.03;
const strayHairReach = 0.034;
const edgeSoftness = 0.02;
const lidSoftness = 0.012;
const aroundRadius = 0.07;
/** Dark pixels this close to hair of the head belong to it. */
const hairlineWidth = 0.03;
/** Factor of the outline for stray hairs. */
const bandFactor = 1.25;
/** Soft threshold from shade to hair: difference from skin in L. */
const shadeDifference = 5;
const hairDifference = 11;
/** Likelihood. */
const minSkin = 0.6;

/** Share of the mask in a window. */
const growthStart = 0.01;
const growthEnd = 0.08;

const brows: readonly (readonly [brow: FacePart, lids: FacePart])[] = [
  ['leftBrow', 'leftLids'],
  ['rightBrow', 'rightLids'],
];

/** Returns 1 on hairs, 0 on lids. @param sharp skin likelihood with edges that follow colors */
export function maskBrows(
  { place, lab, skin, faceSize }: SkinPlanes,
  skinLikelihood: Plane,
  { mesh }: Face,
  sharp: Plane = skinLikelihood,
): Plane {
  const pixels = (part: number) => Math.max(1, Math.round(faceSize * part));
  const around = maskedMean(windowOf(skin, pixels(aroundRadius)), lab.L);
  const mask = createPlane(place.width, place.height);
  const lids = createPlane(place.width, place.height);
  const hairline = grow(invertSkin(skinLikelihood), pixels(hairlineWidth));
  for (const [brow, lid] of brows) {
    const core = maskOf([outlineOf(mesh, brow)], place, 0);
    const margin = grow(core, pixels(skinMargin));
    const band = grow(maskOf([outlineOf(mesh, brow, bandFactor)], place, 0), pixels(strayHairReach));
    const eye = maskOf([outlineOf(mesh, lid, 0.96)], place, faceSize * lidSoftness);
    for (let i = 0; i < mask.data.length; i++) {
      const hair =
        band.data[i]! *
        (1 - hairline.data[i]!) *
        smoothstep(around.data[i]! - lab.L.data[i]!, shadeDifference, hairDifference);
      mask.data[i] = Math.max(mask.data[i]!, margin.data[i]!, hair);
      lids.data[i] = Math.max(lids.data[i]!, eye.data[i]!);
    }
  }
  const soft = feathered(mask, faceSize * edgeSoftness);
  for (let i = 0; i < soft.data.length; i++) {
    soft.data[i] =
      smoothstep(soft.data[i]!, 0.02, 0.6) *
      smoothstep(Math.min(sharp.data[i]!, skinLikelihood.data[i]! + 0.3), 0.45, 0.85) *
      (1 - lids.data[i]!);
  }
  return soft;
}

function invertSkin(skinLikelihood: Plane): Plane {
  const none = createPlane(skinLikelihood.width, skinLikelihood.height);
  for (let i = 0; i < none.data.length; i++) none.data[i] = skinLikelihood.data[i]! < minSkin ? 1 : 0;
  return none;
}

function grow(mask: Plane, radius: number): Plane {
  const share = boxMean(mask, radius);
  for (let i = 0; i < share.data.length; i++) share.data[i] = smoothstep(share.data[i]!, growthStart, growthEnd);
  return share;
}

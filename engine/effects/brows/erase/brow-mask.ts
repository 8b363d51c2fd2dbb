/** Where the hairs of a brow are: the mesh's brow, and what is darker than the skin right around it. */
import { boxMean } from '../../../pixels/box-filter.ts';
import { maskedMean, windowOf } from '../../../pixels/masked-filter.ts';
import { createPlane, type Plane } from '../../../pixels/plane.ts';
import { smoothstep } from '../../../pixels/smoothstep.ts';
import type { Face } from '../../../vision/face/find-faces.ts';
import { type FacePart, feathered, maskOf, outlineOf } from '../../../vision/face/mesh.ts';
import type { SkinPlanes } from '../../../vision/skin/skin-region.ts';

/** Distances as parts of the face's size: skin that goes along with the mesh's brow, how far stray hairs are looked for, the soft edge. */
const skinMargin = 0.03;
const strayHairReach = 0.034;
const edgeSoftness = 0.02;
/** Hairs are also looked for beyond both ends of the mesh's brow, which may be drawn further. */
const longer = 1.25;
/** Soft edge towards the lids, which the mesh draws closely. */
const edge = 0.012;
/** So much darker (L) than the skin around is a shade still, and so much is hair. */
const shadeDifference = 5;
const hairDifference = 11;
/** So near to what is no skin (part of the face's size), dark is the hair of the head, or its shade. */
const hairlineWidth = 0.03;
/** What is skin less surely than this is none. */
const noSkin = 0.6;
/** Radius over which the skin around is averaged. */
const aroundRadius = 0.07;

/** Share of a window that a mask must hold for the window's middle to begin to belong to it, and to belong to it. */
const touched = 0.01;
const held = 0.08;

const brows: readonly (readonly [brow: FacePart, lids: FacePart])[] = [
  ['leftBrow', 'leftLids'],
  ['rightBrow', 'rightLids'],
];

/**
 * Both brows, 1 on the hairs and softly 0 beyond; never the lids.
 * @param skinLikelihood where skin is, brows and all  @param sharp the same, with edges where the colours have them
 */
export function browMask(
  { place, lab, skin, faceSize }: SkinPlanes,
  skinLikelihood: Plane,
  { mesh }: Face,
  sharp: Plane = skinLikelihood,
): Plane {
  const pixels = (part: number) => Math.max(1, Math.round(faceSize * part));
  const around = maskedMean(windowOf(skin, pixels(aroundRadius)), lab.L);
  const mask = createPlane(place.width, place.height);
  const lids = createPlane(place.width, place.height);
  const hairline = grown(without(skinLikelihood), pixels(hairlineWidth));
  for (const [brow, lid] of brows) {
    const core = maskOf([outlineOf(mesh, brow)], place, 0);
    const margin = grown(core, pixels(skinMargin));
    const band = grown(maskOf([outlineOf(mesh, brow, longer)], place, 0), pixels(strayHairReach));
    const eye = maskOf([outlineOf(mesh, lid, 0.96)], place, faceSize * edge);
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

/** 1 where there is no skin. */
function without(skinLikelihood: Plane): Plane {
  const none = createPlane(skinLikelihood.width, skinLikelihood.height);
  for (let i = 0; i < none.data.length; i++) none.data[i] = skinLikelihood.data[i]! < noSkin ? 1 : 0;
  return none;
}

/** The mask with what it holds grown by about `radius` px to all sides. */
function grown(mask: Plane, radius: number): Plane {
  const share = boxMean(mask, radius);
  for (let i = 0; i < share.data.length; i++) share.data[i] = smoothstep(share.data[i]!, touched, held);
  return share;
}

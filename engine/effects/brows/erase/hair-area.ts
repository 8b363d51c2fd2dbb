/** Where hair really is in the place of a brow: what differs from the skin that would be there without it. */
import { boxMean } from '../../../pixels/box-filter.ts';
import { maskedMean, windowOf } from '../../../pixels/masked-filter.ts';
import { createPlane, type Plane } from '../../../pixels/plane.ts';
import { quantile } from '../../../pixels/quantile.ts';
import { smoothstep } from '../../../pixels/smoothstep.ts';
import { feathered } from '../../../vision/face/mesh.ts';
import type { SkinPlanes } from '../../../vision/skin/skin-region.ts';
import { lightnessOver } from './skin-under-hair.ts';

/** Looks at the skin beside the hair: each one begins nearer to it, and sees the shade of the eye's socket better. */
const passes = 3;
/** Darker than the skin by this share of what the darkest hair is, is a shade still; by the other, hair. */
const shade = 0.1;
const hair = 0.3;
/** Bounds of the same, in L: for hair that hardly differs from the skin, and for single ones. */
const shadeBounds = [1.2, 2.5] as const;
const hairBounds = [4, 8] as const;
/** The same in standard deviations of the skin around: folds and pores are no hair. */
const shadeOfSkin = 0.8;
const hairOfSkin = 2;
const maxRoughness = 6;
/** Skin is compared over this part of the face's size. */
const around = 0.03;
/** The share of a brow's place that is less dark than what counts as the darkest hair. */
const dark = 0.85;
/** So near to hair (part of the face's size) is its rim. */
const rim = 0.009;
/** Share of the pixels around a place that are hair, for a place that is touched by it and for one that lies in it. */
const touched = 0.02;
const held = 0.12;
/** So far from the hair of the head (part of the face's size) the brow fades into it. */
const hairline = 0.08;
/** And so far, whatever is dark outside the mesh's brow is that hair's shade. */
const strayHairline = 0.15;

/**
 * The part of `zone` in which there is hair, with a narrow rim: 1 on it, softly 0 beyond. Skin beside it, folds and the shade of
 * the eye's socket stay out, and so do strands.
 * @param zone where the brows may be, 0..1  @param bare how surely each place is bare skin
 * @param core the mesh's brows, where what is lighter than skin is grey hair
 * @param head where the segmentation sees other hair, 0..1: what is dark beside it and outside the mesh's brow is its shade
 */
export function hairArea(
  region: SkinPlanes,
  zone: Plane,
  core: Plane,
  bare: Plane,
  strands: Plane,
  head: Plane,
): Plane {
  const radius = Math.max(1, Math.round(region.faceSize * rim));
  const stray = awayFromHair(head, region.faceSize * strayHairline);
  const allowed: Plane = { ...zone, data: zone.data.map((value, i) => value * (1 - strands.data[i]!)) };
  const rough = Math.min(maxRoughness, roughnessOf(region, zone, bare));
  let area = allowed;
  for (let pass = 0; pass < passes; pass++) {
    const film = lightnessOver(region, area, bare);
    const darker = boxMean({ ...zone, data: film.data.map((L, i) => L - region.lab.L.data[i]!) }, 1);
    const inside = darker.data.filter((_, i) => zone.data[i]! > 0.5).sort();
    const maxDarkness = inside[Math.floor(inside.length * dark)] ?? 0;
    const from = Math.max(shadeOfSkin * rough, Math.min(shadeBounds[1], Math.max(shadeBounds[0], shade * maxDarkness)));
    const to = Math.max(hairOfSkin * rough, Math.min(hairBounds[1], Math.max(hairBounds[0], hair * maxDarkness)));
    const hairs = createPlane(zone.width, zone.height);
    for (let i = 0; i < hairs.data.length; i++) {
      if (allowed.data[i]! === 0) continue;
      const unlike = Math.max(darker.data[i]!, -core.data[i]! * darker.data[i]!);
      hairs.data[i] = Math.max(stray.data[i]!, core.data[i]!) * smoothstep(unlike, from, to);
    }
    const share = boxMean(boxMean(hairs, radius), radius);
    area = { ...zone, data: share.data.map((value, i) => allowed.data[i]! * smoothstep(value, touched, held)) };
  }
  return area;
}

/** Standard deviation of L of the skin beside the brows. */
function roughnessOf({ lab, faceSize }: SkinPlanes, zone: Plane, bare: Plane): number {
  const radius = Math.max(1, Math.round(faceSize * around));
  const near = boxMean(zone, 2 * radius);
  const surroundingSkin: Plane = {
    ...bare,
    data: bare.data.map((v, i) => (near.data[i]! > 0 && zone.data[i]! < 0.01 ? v : 0)),
  };
  const mean = maskedMean(windowOf(surroundingSkin, radius), lab.L);
  const values: number[] = [];
  for (let i = 0; i < mean.data.length; i++) {
    if (surroundingSkin.data[i]! > 0.5) values.push(Math.abs(lab.L.data[i]! - mean.data[i]!));
  }
  return (quantile(values, 0.5) ?? 0) / 0.67;
}

/** 1 on a brow, and softly 0 up to the hair of the head, so that no edge is cut where the one runs into the other. */
export function fadingIntoHair({ faceSize }: SkinPlanes, head: Plane): Plane {
  return awayFromHair(head, faceSize * hairline);
}

/** 1 away from the hair of the head, softly 0 up to it. */
function awayFromHair(head: Plane, reach: number): Plane {
  const near = feathered({ ...head, data: head.data.slice() }, reach);
  for (let i = 0; i < near.data.length; i++) near.data[i] = smoothstep(near.data[i]!, 0.45, 0.02);
  return near;
}

/**
 * Narrows the brow mask down to hair: pixels darker than the skin under it (`skin-under-hair.ts`). Thresholds adapt to
 * the darkest hair and to the roughness of the skin.
 */
import { boxMean } from '../../../pixels/box-filter.ts';
import { maskedMean, windowOf } from '../../../pixels/masked-filter.ts';
import { createPlane, type Plane } from '../../../pixels/plane.ts';
import { quantile } from '../../../pixels/quantile.ts';
import { smoothstep } from '../../../pixels/smoothstep.ts';
import { feathered } from '../../../vision/face/mesh.ts';
import type { SkinPlanes } from '../../../vision/skin/skin-region.ts';
import { fillLightness } from './skin-under-hair.ts';

/** Each pass measures skin closer to the hair. */
const passes = 3;
/** Soft threshold from shade to hair, relative to the darkest hair. */
const shadeShare = 0.1;
const hairShare = 0.3;
/** Its bounds in L. */
const shadeBounds = [1.2, 2.5] as const;
const hairBounds = [4, 8] as const;
/** Its minimum, in standard deviations of skin. */
const shadeDeviations = 0.8;
const hairDeviations = 2;
/** Maximum of that deviation, in L. */
const maxRoughness = 6;
/** In sizes of the face. */
const roughnessRadius = 0.03;
const edgeWidth = 0.009;
/** Brows fade this close to the head's hair. */
const hairlineReach = 0.08;
/** Dark pixels this close to it, outside the mesh's brow, are its shade. */
const strayReach = 0.15;
const darkestQuantile = 0.85;
/** Share of hair around a pixel. */
const areaStart = 0.02;
const areaFull = 0.12;

/**
 * Returns hair with a narrow edge, 0..1, but no strands.
 * @param core lighter pixels there are gray hair
 * @param head likelihood of the head's hair
 */
export function findHairArea(
  region: SkinPlanes,
  zone: Plane,
  core: Plane,
  bare: Plane,
  strands: Plane,
  head: Plane,
): Plane {
  const radius = Math.max(1, Math.round(region.faceSize * edgeWidth));
  const stray = awayFromHair(head, region.faceSize * strayReach);
  const allowed: Plane = { ...zone, data: zone.data.map((value, i) => value * (1 - strands.data[i]!)) };
  const rough = Math.min(maxRoughness, roughnessOf(region, zone, bare));
  let area = allowed;
  for (let pass = 0; pass < passes; pass++) {
    const skinLightness = fillLightness(region, area, bare);
    const darker = boxMean({ ...zone, data: skinLightness.data.map((L, i) => L - region.lab.L.data[i]!) }, 1);
    const inside = darker.data.filter((_, i) => zone.data[i]! > 0.5).sort();
    const maxDarkness = inside[Math.floor(inside.length * darkestQuantile)] ?? 0;
    const from = Math.max(
      shadeDeviations * rough,
      Math.min(shadeBounds[1], Math.max(shadeBounds[0], shadeShare * maxDarkness)),
    );
    const to = Math.max(
      hairDeviations * rough,
      Math.min(hairBounds[1], Math.max(hairBounds[0], hairShare * maxDarkness)),
    );
    const hairs = createPlane(zone.width, zone.height);
    for (let i = 0; i < hairs.data.length; i++) {
      if (allowed.data[i]! === 0) continue;
      const unlike = Math.max(darker.data[i]!, -core.data[i]! * darker.data[i]!);
      hairs.data[i] = Math.max(stray.data[i]!, core.data[i]!) * smoothstep(unlike, from, to);
    }
    const share = boxMean(boxMean(hairs, radius), radius);
    area = { ...zone, data: share.data.map((value, i) => allowed.data[i]! * smoothstep(value, areaStart, areaFull)) };
  }
  return area;
}

function roughnessOf({ lab, faceSize }: SkinPlanes, zone: Plane, bare: Plane): number {
  const radius = Math.max(1, Math.round(faceSize * roughnessRadius));
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

/** Returns 1 on brows and 0 at the head's hair. */
export function fadeAtHairline({ faceSize }: SkinPlanes, head: Plane): Plane {
  return awayFromHair(head, faceSize * hairlineReach);
}

function awayFromHair(head: Plane, reach: number): Plane {
  const near = feathered({ ...head, data: head.data.slice() }, reach);
  for (let i = 0; i < near.data.length; i++) near.data[i] = smoothstep(near.data[i]!, 0.45, 0.02);
  return near;
}

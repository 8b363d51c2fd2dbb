/** Lightens dark circles: moves light and color towards the cheek below. Constants only change the look. */
import type { LabPlanes } from '../../pixels/lab.ts';
import { maskedMean, windowOf } from '../../pixels/masked-filter.ts';
import type { Plane } from '../../pixels/plane.ts';
import type { Face } from '../../vision/face/find-faces.ts';
import { type FacePart, maskOf, outlineOf } from '../../vision/face/mesh.ts';
import type { RetouchPlanes } from '../../vision/skin/skin-region.ts';

/** In L: more looks painted. */
const maxLift = 10;
/** At `maxLift`. */
const colorShare = 0.6;
/** In face sizes: finer shading stays. */
const shadingRadius = 0.035;

const sides: readonly (readonly [FacePart, FacePart])[] = [
  ['leftUnderEye', 'leftCheek'],
  ['rightUnderEye', 'rightCheek'],
];

/** Changes `now`. @param strength 0..1 */
export function lightenUnderEyes(
  { place, skin, share, faceSize }: RetouchPlanes,
  now: LabPlanes,
  face: Face,
  strength: number,
): void {
  for (const [underEye, cheek] of sides) {
    const area = limitToSkin(share, maskOf([outlineOf(face.mesh, underEye)], place, faceSize * 0.05));
    const reference = meanOver(now, limitToSkin(skin, maskOf([outlineOf(face.mesh, cheek)], place, 0)));
    if (reference) lighten(now, area, reference, strength, Math.max(1, Math.round(faceSize * shadingRadius)));
  }
}

function lighten(
  now: LabPlanes,
  area: Plane,
  cheek: { L: number; a: number; b: number },
  strength: number,
  radius: number,
): void {
  const window = windowOf(area, radius);
  const shade = { L: maskedMean(window, now.L), a: maskedMean(window, now.a), b: maskedMean(window, now.b) };
  for (let i = 0; i < area.data.length; i++) {
    const share = area.data[i]! * strength;
    if (share === 0) continue;
    const missing = Math.min(maxLift, Math.max(0, cheek.L - shade.L.data[i]!));
    now.L.data[i]! += share * missing;
    // Light skin under an eye keeps its color.
    const color = share * colorShare * (missing / maxLift);
    now.a.data[i]! += color * (cheek.a - shade.a.data[i]!);
    now.b.data[i]! += color * (cheek.b - shade.b.data[i]!);
  }
}

function limitToSkin(skin: Plane, mask: Plane): Plane {
  for (let i = 0; i < mask.data.length; i++) mask.data[i]! *= skin.data[i]!;
  return mask;
}

function meanOver({ L, a, b }: LabPlanes, mask: Plane): { L: number; a: number; b: number } | null {
  let weight = 0;
  const sum = { L: 0, a: 0, b: 0 };
  for (let i = 0; i < mask.data.length; i++) {
    const share = mask.data[i]!;
    weight += share;
    sum.L += share * L.data[i]!;
    sum.a += share * a.data[i]!;
    sum.b += share * b.data[i]!;
  }
  return weight < 10 ? null : { L: sum.L / weight, a: sum.a / weight, b: sum.b / weight };
}

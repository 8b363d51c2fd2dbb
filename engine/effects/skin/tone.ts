/** Brightens skin and brings its colours closer together, as much as each skin can take. */
import type { LabPlanes } from '../../pixels/lab.ts';
import { maskedMean, windowOf } from '../../pixels/masked-filter.ts';
import type { Plane } from '../../pixels/plane.ts';
import type { SkinRegion } from '../../sight/skin/region.ts';

/** `lift` in units of L at mid-tones; `even` is the part (0..1) of the distance to the mean colour around that goes. */
export type Toning = { lift: number; even: number };

/** How far the mean colour is taken over, as a part of the face's size. */
const neighbourhood = 0.35;

/** Changes `now`. The curve keeps black and white where they are, and dark skin dark. */
export function toneSkin({ share, faceSize }: SkinRegion, now: LabPlanes, { lift, even }: Toning): void {
  const window = windowOf(share, Math.max(1, Math.round(faceSize * neighbourhood)));
  const [meanL, meanA, meanB] = [now.L, now.a, now.b].map((plane) => maskedMean(window, plane)) as [
    Plane,
    Plane,
    Plane,
  ];
  for (let i = 0; i < share.data.length; i++) {
    const part = share.data[i]!;
    if (part === 0) continue;
    const t = now.L.data[i]! / 100;
    const gain = part * lift * 4 * t * (1 - t);
    // What has the same colour in other light has a and b in proportion to L + 16, by the definition of Lab. Without that, lighter
    // would look greyer, and skin in the shade would get the colour of lit skin, which is a stain there.
    const cubeRoot = now.L.data[i]! + 16;
    const stronger = 1 + gain / cubeRoot;
    const lit = Math.min(1, cubeRoot / (meanL.data[i]! + 16));
    now.L.data[i]! += gain;
    now.a.data[i] = stronger * (now.a.data[i]! + part * even * (meanA.data[i]! * lit - now.a.data[i]!));
    now.b.data[i] = stronger * (now.b.data[i]! + part * even * (meanB.data[i]! * lit - now.b.data[i]!));
  }
}

/** Brightens skin and brings its colours closer together, as much as each skin can take. */
import type { LabPlanes } from '../pixels/lab.ts';
import { maskedMean, windowOf } from './masked-filter.ts';
import type { SkinRegion } from './region.ts';

/** `lift` in units of L at mid-tones; `even` is the part (0..1) of the distance to the mean colour around that goes. */
export type Toning = { lift: number; even: number };

/** How far the mean colour is taken over, as a part of the face's size. */
const neighbourhood = 0.35;
/** Below this L, noise would be coloured rather than skin. */
const darkest = 15;

/** Changes `now`. The curve keeps black and white where they are, and dark skin dark. */
export function toneSkin({ skin, faceSize }: SkinRegion, now: LabPlanes, { lift, even }: Toning): void {
  const window = windowOf(skin, Math.max(1, Math.round(faceSize * neighbourhood)));
  const meanA = maskedMean(window, now.a);
  const meanB = maskedMean(window, now.b);
  for (let i = 0; i < skin.data.length; i++) {
    const share = skin.data[i]!;
    if (share === 0) continue;
    const t = now.L.data[i]! / 100;
    const gain = share * lift * 4 * t * (1 - t);
    // Lighter at the same a and b would look greyer: colour grows along with the light.
    const stronger = 1 + (gain / Math.max(now.L.data[i]!, darkest)) * 0.7;
    now.L.data[i]! += gain;
    now.a.data[i] = stronger * (now.a.data[i]! + share * even * (meanA.data[i]! - now.a.data[i]!));
    now.b.data[i] = stronger * (now.b.data[i]! + share * even * (meanB.data[i]! - now.b.data[i]!));
  }
}

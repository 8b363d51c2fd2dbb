// Whitens skin: lighter, with less yellow and red in it, and with its shading and hue kept.

import type { LabPlanes } from '../lab.ts';
import { maskedMean, windowOf } from './masked-filter.ts';
import type { SkinRegion } from './region.ts';

/** Light (L) that mid-tones gain at most, and the part of the skin's colour that goes at most. */
const MOST_LIGHT = 13;
const MOST_COLOUR = 0.22;
/** Radius over which a skin's lightness is judged, as a part of the face's size: every pore of it gains alike. */
const AROUND = 0.03;
/** Dark skin that lost colour would turn grey: below the first L it keeps all, above the second it loses its part. */
const DARK = 35;
const LIGHT = 70;

/** Changes `now`. `strength` 0..1. Black and white stay; what is lightened most lies between them. */
export function whitenSkin({ close, faceSize }: SkinRegion, now: LabPlanes, strength: number): void {
  const shade = maskedMean(windowOf(close, Math.max(1, Math.round(faceSize * AROUND))), now.L);
  for (let i = 0; i < close.data.length; i++) {
    const share = close.data[i]! * strength;
    if (share === 0) continue;
    const L = shade.data[i]!;
    const t = Math.min(1, Math.max(0, L / 100));
    now.L.data[i]! += share * MOST_LIGHT * 4 * t * (1 - t);
    const lightness = Math.min(1, Math.max(0, (L - DARK) / (LIGHT - DARK)));
    const paler = 1 - share * MOST_COLOUR * lightness;
    now.a.data[i]! *= paler;
    now.b.data[i]! *= paler;
  }
}

/** Whitens skin: lighter, with less yellow and red in it, and with its shading and hue kept. */
import type { LabPlanes } from '../../pixels/lab.ts';
import { maskedMean, windowOf } from '../../pixels/masked-filter.ts';
import type { SkinRegion } from '../../sight/skin/region.ts';

/** Light (L) that mid-tones gain at most, and the part of the skin's colour that goes at most. */
const mostLight = 14;
const mostColour = 0.22;
/** Radius over which a skin's lightness is judged, as a part of the face's size: every pore of it gains alike. */
const around = 0.03;
/** Dark skin that lost colour would turn grey: below the first L it gains some with its light, above the second it loses its part. */
const dark = 35;
const light = 70;
/** How much of the light's gain the colour of dark skin takes part in, and the L below which noise would be coloured. */
const follows = 0.6;
const darkest = 15;

/** Changes `now`. `strength` 0..1. Black and white stay; what is lightened most lies between them. */
export function whitenSkin({ close, faceSize }: SkinRegion, now: LabPlanes, strength: number): void {
  const shade = maskedMean(windowOf(close, Math.max(1, Math.round(faceSize * around))), now.L);
  for (let i = 0; i < close.data.length; i++) {
    const share = close.data[i]! * strength;
    if (share === 0) continue;
    const L = shade.data[i]!;
    const t = Math.min(1, Math.max(0, L / 100));
    const gain = share * mostLight * 4 * t * (1 - t);
    const lightness = Math.min(1, Math.max(0, (L - dark) / (light - dark)));
    const colour = 1 - share * mostColour * lightness + ((1 - lightness) * follows * gain) / Math.max(L, darkest);
    now.L.data[i]! += gain;
    now.a.data[i]! *= colour;
    now.b.data[i]! *= colour;
  }
}

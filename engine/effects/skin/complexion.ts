/** A face's complexion: takes the shine off skin, evens its tone, whitens it. */
import type { LabPlanes } from '../../pixels/lab.ts';
import { maskedMean, windowOf } from '../../pixels/masked-filter.ts';
import type { Plane } from '../../pixels/plane.ts';
import type { RetouchPlanes } from '../../vision/skin/skin-region.ts';

/** A highlight: lighter (L) than the skin around by more than this, up to where it counts whole. */
const highlightBegins = 3;
/** Radii as parts of the face's size: of a highlight, and of what is around it. */
const highlightRadius = 0.015;
const aroundRadius = 0.13;

/** Takes light off oily highlights and gives them the colour of the skin around them back. Changes `now`. `strength` is the part (0..1) of a highlight's surplus that goes. */
export function reduceShine({ share, faceSize }: RetouchPlanes, now: LabPlanes, strength: number): void {
  const near = windowOf(share, Math.max(1, Math.round(faceSize * highlightRadius)));
  const far = windowOf(share, Math.max(2, Math.round(faceSize * aroundRadius)));
  const light = maskedMean(near, now.L);
  const around = { L: maskedMean(far, now.L), a: maskedMean(far, now.a), b: maskedMean(far, now.b) };
  for (let i = 0; i < share.data.length; i++) {
    const surplus = light.data[i]! - around.L.data[i]! - highlightBegins;
    if (surplus <= 0 || share.data[i] === 0) continue;
    const part = share.data[i]! * strength;
    now.L.data[i]! -= part * surplus;
    const color = part * Math.min(1, surplus / 12);
    now.a.data[i]! += color * (around.a.data[i]! - now.a.data[i]!);
    now.b.data[i]! += color * (around.b.data[i]! - now.b.data[i]!);
  }
}

/** `lift` in units of L at mid-tones; `even` is the part (0..1) of the distance to the mean colour around that goes. */
export type Toning = { lift: number; even: number };

/** How far the mean colour is taken over, as a part of the face's size. */
const neighborhood = 0.35;

/** Brightens skin and brings its colours closer together, as much as each skin can take. Changes `now`. The curve keeps black and white where they are, and dark skin dark. */
export function toneSkin({ share, faceSize }: RetouchPlanes, now: LabPlanes, { lift, even }: Toning): void {
  const window = windowOf(share, Math.max(1, Math.round(faceSize * neighborhood)));
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

/** Light (L) that mid-tones gain at most, and the part of the skin's colour that goes at most. */
const maxLightGain = 14;
const maxColorLoss = 0.22;
/** Radius over which a skin's lightness is judged, as a part of the face's size: every pore of it gains alike. */
const shadeRadius = 0.03;
/** Dark skin that lost colour would turn grey: below the first L it gains some with its light, above the second it loses its part. */
const darkSkin = 35;
const lightSkin = 70;
/** How much of the light's gain the colour of dark skin takes part in, and the L below which noise would be coloured. */
const follows = 0.6;
const darkest = 15;

/** Whitens skin: lighter, with less yellow and red in it, and with its shading and hue kept. Changes `now`. `strength` 0..1. Black and white stay; what is lightened most lies between them. */
export function whitenSkin({ close, faceSize }: RetouchPlanes, now: LabPlanes, strength: number): void {
  const shade = maskedMean(windowOf(close, Math.max(1, Math.round(faceSize * shadeRadius))), now.L);
  for (let i = 0; i < close.data.length; i++) {
    const share = close.data[i]! * strength;
    if (share === 0) continue;
    const L = shade.data[i]!;
    const t = Math.min(1, Math.max(0, L / 100));
    const gain = share * maxLightGain * 4 * t * (1 - t);
    const lightness = Math.min(1, Math.max(0, (L - darkSkin) / (lightSkin - darkSkin)));
    const color = 1 - share * maxColorLoss * lightness + ((1 - lightness) * follows * gain) / Math.max(L, darkest);
    now.L.data[i]! += gain;
    now.a.data[i]! *= color;
    now.b.data[i]! *= color;
  }
}

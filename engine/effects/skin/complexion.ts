/**
 * Reduces shine, evens tone and whitens: all change `now`. Gains of lightness follow L (100 - L), so that black and
 * white stay. Radii are in face sizes. Constants only change the look.
 */
import type { LabPlanes } from '../../pixels/lab.ts';
import { maskedMean, windowOf } from '../../pixels/masked-filter.ts';
import type { Plane } from '../../pixels/plane.ts';
import type { RetouchPlanes } from '../../vision/skin/skin-region.ts';

/** L above the surrounding skin. */
const minHighlight = 3;
const highlightRadius = 0.015;
const aroundRadius = 0.13;

/** Darkens highlights and gives them the color around. @param strength 0..1 */
export function reduceShine({ share, faceSize }: RetouchPlanes, now: LabPlanes, strength: number): void {
  const near = windowOf(share, Math.max(1, Math.round(faceSize * highlightRadius)));
  const far = windowOf(share, Math.max(2, Math.round(faceSize * aroundRadius)));
  const light = maskedMean(near, now.L);
  const around = { L: maskedMean(far, now.L), a: maskedMean(far, now.a), b: maskedMean(far, now.b) };
  for (let i = 0; i < share.data.length; i++) {
    const excess = light.data[i]! - around.L.data[i]! - minHighlight;
    if (excess <= 0 || share.data[i] === 0) continue;
    const part = share.data[i]! * strength;
    now.L.data[i]! -= part * excess;
    const color = part * Math.min(1, excess / 12);
    now.a.data[i]! += color * (around.a.data[i]! - now.a.data[i]!);
    now.b.data[i]! += color * (around.b.data[i]! - now.b.data[i]!);
  }
}

/** `lift` in L at mid-tones; `even` 0..1. */
export type Toning = { lift: number; even: number };

const toneRadius = 0.35;

export function toneSkin({ share, faceSize }: RetouchPlanes, now: LabPlanes, { lift, even }: Toning): void {
  const window = windowOf(share, Math.max(1, Math.round(faceSize * toneRadius)));
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
    // a, b and L + 16 shrink by one factor in weaker light (CIE 1976). Otherwise, shaded skin would get stains of lit
    // skin's color.
    const cubeRoot = now.L.data[i]! + 16;
    const stronger = 1 + gain / cubeRoot;
    const lit = Math.min(1, cubeRoot / (meanL.data[i]! + 16));
    now.L.data[i]! += gain;
    now.a.data[i] = stronger * (now.a.data[i]! + part * even * (meanA.data[i]! * lit - now.a.data[i]!));
    now.b.data[i] = stronger * (now.b.data[i]! + part * even * (meanB.data[i]! * lit - now.b.data[i]!));
  }
}

/** L of mid-tones; share of chroma. */
const maxLightGain = 14;
const maxColorLoss = 0.22;
const shadeRadius = 0.03;
/** In L: below, chroma grows, or skin would turn gray; above, it shrinks. */
const darkSkin = 35;
const lightSkin = 70;
/** Relative to the gain of L. */
const chromaGain = 0.6;
/** Prevents colored noise. */
const minChromaL = 15;

/** Keeps shading and hue. @param strength 0..1 */
export function whitenSkin({ close, faceSize }: RetouchPlanes, now: LabPlanes, strength: number): void {
  const shade = maskedMean(windowOf(close, Math.max(1, Math.round(faceSize * shadeRadius))), now.L);
  for (let i = 0; i < close.data.length; i++) {
    const share = close.data[i]! * strength;
    if (share === 0) continue;
    const L = shade.data[i]!;
    const t = Math.min(1, Math.max(0, L / 100));
    const gain = share * maxLightGain * 4 * t * (1 - t);
    const lightness = Math.min(1, Math.max(0, (L - darkSkin) / (lightSkin - darkSkin)));
    const color =
      1 - share * maxColorLoss * lightness + ((1 - lightness) * chromaGain * gain) / Math.max(L, minChromaL);
    now.L.data[i]! += gain;
    now.a.data[i]! *= color;
    now.b.data[i]! *= color;
  }
}

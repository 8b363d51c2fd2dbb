/**
 * Makes what is measured of dark and light skin comparable.
 *
 * Skin that reflects k times as much light is, with everything drawn on it, k times as bright. CIE 1976 lightness is
 * 116 times the cube root of that, less 16: so every difference of L grows with L + 16, and is compared as a part of it.
 */
import type { FaceChart } from './skin-chart.ts';
import { meansOver, skinIn } from './skin-chart.ts';
import { zones } from './zones.ts';

/** The lightness whose differences stay as they are: the thresholds are given for it. */
const middle = 60;
/** Light skin in good light: highlights are given for it. */
const lit = 70;
/** Below this (L) there is more noise than skin to be seen. */
const darkest = 20;
const offset = 16;

/** What differences of L (and a, b) on skin of this lightness have to be multiplied by, to be those of mid-toned skin. */
export function toneGain(lightness: number): number {
  return (middle + offset) / (Math.max(darkest, lightness) + offset);
}

/**
 * The same for wrinkles and folds, half of whose contrast is shade and half is light that skin mirrors, which does not grow with its
 * reflectance: the root. With the whole gain, the sheen of dark foreheads passes for wrinkles.
 */
export function reliefGain(lightness: number): number {
  return Math.sqrt(toneGain(lightness));
}

/**
 * The same for light that skin mirrors, to be that of light skin: as much of it is mirrored whatever the skin's colour, and it is
 * added to what the skin scatters, so it lifts the lightness of dark skin more. Light is compared by the slope of the curve.
 */
export function shineGain(lightness: number): number {
  return Math.min(1, ((Math.max(darkest, lightness) + offset) / (lit + offset)) ** 2);
}

/** Mean lightness of a face's skin; mid-toned where none is seen. */
export function skinLightness(chart: FaceChart): number {
  return meansOver(skinIn(chart, zones.oval), [chart.region.lab.L])?.[0] ?? middle;
}

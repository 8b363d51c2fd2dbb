/**
 * Gains that make measures of dark and light skin comparable. Skin that reflects k times the light shows everything k
 * times as bright, and CIE lightness is 116 times the cube root less 16. So differences of L grow with L + 16.
 * Reference values scale all limits.
 */
import type { FaceChart } from './skin-chart.ts';
import { meansOver, skinIn } from './skin-chart.ts';
import { zones } from './zones.ts';

/** L of mid-toned skin, the reference of limits. */
const midToneLightness = 60;
/** L of light skin in good light, the reference of highlights. */
const litLightness = 70;
/** Noise prevails at lower L. */
const minLightness = 20;
const lightnessOffset = 16;

/** Gain of differences of L, a and b. */
export function toneGain(lightness: number): number {
  return (midToneLightness + lightnessOffset) / (Math.max(minLightness, lightness) + lightnessOffset);
}

/**
 * Gain of wrinkles and folds: the root, because half of their contrast is mirrored light. With the full gain, sheen on
 * dark foreheads counts as wrinkles.
 */
export function reliefGain(lightness: number): number {
  return Math.sqrt(toneGain(lightness));
}

/**
 * Gain of mirrored light. It does not depend on reflectance, so it lifts the L of dark skin more: compared by the slope
 * of the curve.
 */
export function shineGain(lightness: number): number {
  return Math.min(1, ((Math.max(minLightness, lightness) + lightnessOffset) / (litLightness + lightnessOffset)) ** 2);
}

/** Returns the mean L, or the reference if no skin is visible. */
export function skinLightness(chart: FaceChart): number {
  return meansOver(skinIn(chart, zones.oval), [chart.region.lab.L])?.[0] ?? midToneLightness;
}

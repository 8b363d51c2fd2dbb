/**
 * Gains for dark and light skin: differences of CIE lightness grow with L + 16 (docs/engine/judgements.md).
 * Reference values scale all limits.
 */
import type { FaceChart } from './skin-chart.ts';
import { meansOver, skinIn } from './skin-chart.ts';
import { zones } from './zones.ts';

/** L of mid-toned skin. */
const midToneLightness = 60;
/** L of light skin. */
const litLightness = 70;
/** Noise prevails below. */
const minLightness = 20;
const lightnessOffset = 16;

export function toneGain(lightness: number): number {
  return (midToneLightness + lightnessOffset) / (Math.max(minLightness, lightness) + lightnessOffset);
}

/** For wrinkles and folds, whose contrast is half mirrored light. */
export function reliefGain(lightness: number): number {
  return Math.sqrt(toneGain(lightness));
}

/** For mirrored light, which lifts the L of dark skin more. */
export function shineGain(lightness: number): number {
  return Math.min(1, ((Math.max(minLightness, lightness) + lightnessOffset) / (litLightness + lightnessOffset)) ** 2);
}

/** Mid-toned if hidden. */
export function skinLightness(chart: FaceChart): number {
  return meansOver(skinIn(chart, zones.oval), [chart.region.lab.L])?.[0] ?? midToneLightness;
}

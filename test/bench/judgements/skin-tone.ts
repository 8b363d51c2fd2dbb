/** Skin tone by the individual typology angle of the photograph. */
import { type FaceChart, meansOver, skinIn } from '../../../engine/vision/analysis/chart/skin-chart.ts';
import { sideZones } from '../../../engine/vision/analysis/chart/zones.ts';

/** Groups of Chardon et al. (1991) with names of Del Bino et al. (2006), by their smallest angle in degrees. */
export const toneGroups = [
  { name: 'very light', from: 55 },
  { name: 'light', from: 41 },
  { name: 'intermediate', from: 28 },
  { name: 'tan', from: 10 },
  { name: 'brown', from: -30 },
  { name: 'dark', from: Number.NEGATIVE_INFINITY },
] as const;
export type ToneGroup = (typeof toneGroups)[number]['name'];

export function toneGroupOf(angle: number): ToneGroup {
  return toneGroups.find(({ from }) => angle > from)?.name ?? 'dark';
}

/**
 * Returns the angle (degrees) whose tangent is (L - 50) / b of the brighter cheek; null without a visible cheek. It depends on
 * the light and white balance of the photograph.
 */
export function typologyAngle(chart: FaceChart): number | null {
  const { L, b } = chart.region.lab;
  const cheeks = Object.values(sideZones.cheek).map((cheek) => meansOver(skinIn(chart, cheek), [L, b]));
  const seen = cheeks.filter((cheek) => cheek !== null).toSorted((a, b) => b[0]! - a[0]!);
  const [lightest] = seen;
  return lightest ? (Math.atan2(lightest[0]! - 50, lightest[1]!) * 180) / Math.PI : null;
}

/** Sorts faces by the tone of their skin as it was photographed: the individual typology angle. */
import { type FaceChart, meansOver, skinIn } from '../../../engine/vision/analysis/chart/skin-chart.ts';
import { sideZones } from '../../../engine/vision/analysis/chart/zones.ts';

/** Groups of Chardon, Cretois and Hourseau (1991), as Del Bino et al. (2006) name them; each from this angle (degrees) on. */
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
 * The angle (degrees) whose tangent is (L - 50) / b of the cheek that is better lit: shade is no tone. Null where no cheek is seen.
 * The photograph's own light and white balance are in it.
 */
export function typologyAngle(chart: FaceChart): number | null {
  const { L, b } = chart.region.lab;
  const cheeks = Object.values(sideZones.cheek).map((cheek) => meansOver(skinIn(chart, cheek), [L, b]));
  const seen = cheeks.filter((cheek) => cheek !== null).toSorted((a, b) => b[0]! - a[0]!);
  const [lightest] = seen;
  return lightest ? (Math.atan2(lightest[0]! - 50, lightest[1]!) * 180) / Math.PI : null;
}

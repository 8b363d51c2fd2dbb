/**
 * Tells oily, dry, neutral and combination skin apart by how it shines in the T zone and on the cheeks, and by how
 * rough it is.
 */
import { boxMean } from '../../../pixels/box-filter.ts';
import { maskedMean, windowOf } from '../../../pixels/masked-filter.ts';
import { createPlane, type Plane } from '../../../pixels/plane.ts';
import { type Limit, likelihood, roundToThousandths } from '../../calibration/finding.ts';
import { chartFaceSize, type FaceChart, meansOver, ofBothSides, skinIn } from '../chart/skin-chart.ts';
import { shineGain, toneGain } from '../chart/skin-tone.ts';
import { sideZones, zones } from '../chart/zones.ts';

/** Section "Skin analysis result": numbers of the interface are 0 oily, 1 dry, 2 neutral, 3 combination. */
export type SkinType = {
  skin_type: number;
  details: Record<'0' | '1' | '2' | '3', { value: 0 | 1; confidence: number }>;
};

/** Mean surplus of light (L of light skin) that has less colour than the skin around it. */
const shinyLimit: Limit = { threshold: 1.1, scale: 0.7 };
/** Standard deviation (L) of the finest detail, relative to mid-toned skin. */
const roughLimit: Limit = { threshold: 1.5, scale: 0.8 };
/** A highlight is lighter than around by more than this (L of light skin). */
const highlight = 3;
/** Radii as parts of the face. */
const aroundRadius = 0.12;
const patchRadius = 0.012;
const fineRadius = 0.006;

export function findSkinType(chart: FaceChart): SkinType {
  const { shineT, shineU, roughness } = skinMeasures(chart);
  const [t, u, rough] = [
    likelihood(shineT, shinyLimit),
    likelihood(shineU, shinyLimit),
    likelihood(roughness, roughLimit),
  ];
  const matt = (1 - t) * (1 - u);
  // Cheeks that shine below a matt forehead fit neither word; it is shared out.
  const odd = ((1 - t) * u) / 2;
  const chances = [t * u + odd, matt * rough, matt * (1 - rough), t * (1 - u) + odd];
  const likeliest = chances.indexOf(Math.max(...chances));
  const detail = (type: number) => ({
    value: type === likeliest ? (1 as const) : (0 as const),
    // Where little can be trusted, every type is as likely as another.
    confidence: roundToThousandths(0.25 + (chances[type]! - 0.25) * chart.trust),
  });
  return { skin_type: likeliest, details: { 0: detail(0), 1: detail(1), 2: detail(2), 3: detail(3) } };
}

export function skinMeasures(chart: FaceChart): { shineT: number; shineU: number; roughness: number } {
  const { lab, skin } = chart.region;
  const shine = shineOf(chart);
  const over = (mask: Plane, plane: Plane) => meansOver(mask, [plane])?.[0] ?? null;
  const inT = [zones.forehead, zones.nose, zones.jaw].map((zone) => over(skinIn(chart, zone), shine));
  const seen = inT.filter((value) => value !== null);
  const cheeks = (plane: Plane) => ofBothSides(chart, (side) => over(skinIn(chart, sideZones.cheek[side]), plane)) ?? 0;
  const variance = createPlane(skin.width, skin.height);
  const fine = boxMean(lab.L, Math.round(fineRadius * chartFaceSize));
  for (let i = 0; i < variance.data.length; i++) variance.data[i] = (lab.L.data[i]! - fine.data[i]!) ** 2;
  return {
    shineT: seen.length === 0 ? 0 : seen.reduce((sum, value) => sum + value, 0) / seen.length,
    shineU: cheeks(shine),
    roughness: Math.sqrt(cheeks(variance)) * toneGain(cheeks(lab.L)),
  };
}

/** Light that skin mirrors (it has the lamp's colour, so the skin's own pales) instead of scattering it. */
function shineOf({ region: { lab, skin } }: FaceChart): Plane {
  const far = windowOf(skin, Math.round(aroundRadius * chartFaceSize));
  // Highlights are larger than flakes, which are bright too.
  const near = maskedMean(windowOf(skin, Math.round(patchRadius * chartFaceSize)), lab.L);
  const around = { L: maskedMean(far, lab.L), a: maskedMean(far, lab.a), b: maskedMean(far, lab.b) };
  const shine = createPlane(skin.width, skin.height);
  for (let i = 0; i < shine.data.length; i++) {
    const surplus = (near.data[i]! - around.L.data[i]!) * shineGain(around.L.data[i]!) - highlight;
    if (skin.data[i] === 0 || surplus <= 0) continue;
    const color =
      Math.hypot(lab.a.data[i]!, lab.b.data[i]!) / Math.max(1, Math.hypot(around.a.data[i]!, around.b.data[i]!));
    // Light that falls on skin at a better angle makes it lighter and more colourful; a mirrored lamp does not.
    const expected = near.data[i]! / Math.max(1, around.L.data[i]!);
    shine.data[i] = surplus * Math.min(1, Math.max(0, (expected - color) / 0.25));
  }
  return shine;
}

/** Oily, dry, neutral and combination skin, by shine and roughness. Own heuristic with estimated limits. */
import { boxMean } from '../../../pixels/box-filter.ts';
import { maskedMean, windowOf } from '../../../pixels/masked-filter.ts';
import { createPlane, type Plane } from '../../../pixels/plane.ts';
import { type Limit, likelihood, roundToThousandths } from '../../calibration/finding.ts';
import { chartFaceSize, type FaceChart, meansOver, ofBothSides, skinIn } from '../chart/skin-chart.ts';
import { shineGain, toneGain } from '../chart/skin-tone.ts';
import { sideZones, zones } from '../chart/zones.ts';

/** Section “Skin analysis result”: 0 oily, 1 dry, 2 neutral, 3 combination. */
export type SkinType = {
  skin_type: number;
  details: Record<'0' | '1' | '2' | '3', { value: 0 | 1; confidence: number }>;
};

/** Mean shine, L of light skin. */
const shinyLimit: Limit = { threshold: 1.1, scale: 0.7 };
/** Standard deviation of fine detail, L of mid-toned skin. */
const roughLimit: Limit = { threshold: 1.5, scale: 0.8 };
/** L above the surroundings. */
const minHighlight = 3;
const aroundRadius = 0.12;
const patchRadius = 0.012;
const fineRadius = 0.006;

export function findSkinType(chart: FaceChart): SkinType {
  const { shineT, shineU, roughness } = measureSkin(chart);
  const [t, u, rough] = [
    likelihood(shineT, shinyLimit),
    likelihood(shineU, shinyLimit),
    likelihood(roughness, roughLimit),
  ];
  const matt = (1 - t) * (1 - u);
  // Shiny cheeks with a matt forehead: shared by two types.
  const unfit = ((1 - t) * u) / 2;
  const chances = [t * u + unfit, matt * rough, matt * (1 - rough), t * (1 - u) + unfit];
  const likeliest = chances.indexOf(Math.max(...chances));
  const detail = (type: number) => ({
    value: type === likeliest ? (1 as const) : (0 as const),
    confidence: roundToThousandths(0.25 + (chances[type]! - 0.25) * chart.trust),
  });
  return { skin_type: likeliest, details: { 0: detail(0), 1: detail(1), 2: detail(2), 3: detail(3) } };
}

export function measureSkin(chart: FaceChart): { shineT: number; shineU: number; roughness: number } {
  const { lab, skin } = chart.region;
  const shine = measureShine(chart);
  const over = (mask: Plane, plane: Plane) => meansOver(mask, [plane])?.[0] ?? null;
  const tZone = [zones.forehead, zones.nose, zones.jaw].map((zone) => over(skinIn(chart, zone), shine));
  const visible = tZone.filter((value) => value !== null);
  const cheeks = (plane: Plane) => ofBothSides(chart, (side) => over(skinIn(chart, sideZones.cheek[side]), plane)) ?? 0;
  const variance = createPlane(skin.width, skin.height);
  const fine = boxMean(lab.L, Math.round(fineRadius * chartFaceSize));
  for (let i = 0; i < variance.data.length; i++) variance.data[i] = (lab.L.data[i]! - fine.data[i]!) ** 2;
  return {
    shineT: visible.length === 0 ? 0 : visible.reduce((sum, value) => sum + value, 0) / visible.length,
    shineU: cheeks(shine),
    roughness: Math.sqrt(cheeks(variance)) * toneGain(cheeks(lab.L)),
  };
}

/** Mirrored light has the color of the lamp, so skin pales. */
function measureShine({ region: { lab, skin } }: FaceChart): Plane {
  const surroundings = windowOf(skin, Math.round(aroundRadius * chartFaceSize));
  // Larger than flakes, which are bright too.
  const near = maskedMean(windowOf(skin, Math.round(patchRadius * chartFaceSize)), lab.L);
  const around = {
    L: maskedMean(surroundings, lab.L),
    a: maskedMean(surroundings, lab.a),
    b: maskedMean(surroundings, lab.b),
  };
  const shine = createPlane(skin.width, skin.height);
  for (let i = 0; i < shine.data.length; i++) {
    const surplus = (near.data[i]! - around.L.data[i]!) * shineGain(around.L.data[i]!) - minHighlight;
    if (skin.data[i] === 0 || surplus <= 0) continue;
    const color =
      Math.hypot(lab.a.data[i]!, lab.b.data[i]!) / Math.max(1, Math.hypot(around.a.data[i]!, around.b.data[i]!));
    // Direct light makes skin more colorful; mirrored light does not.
    const expected = near.data[i]! / Math.max(1, around.L.data[i]!);
    shine.data[i] = surplus * Math.min(1, Math.max(0, (expected - color) / 0.25));
  }
  return shine;
}

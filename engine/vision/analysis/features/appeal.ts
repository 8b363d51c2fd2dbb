/**
 * The interface's attractiveness: symmetry, rules of portrait drawing, and even skin. For entertainment; weights are
 * own choices.
 */
import { maskedMean, windowOf } from '../../../pixels/masked-filter.ts';
import { createPlane, type Plane } from '../../../pixels/plane.ts';
import { shareBelow } from '../../calibration/calibration.ts';
import { calibration } from '../../calibration/portraits.ts';
import type { Mesh } from '../../face/find-faces.ts';
import { type FaceChart, meansOver, skinIn } from '../chart/skin-chart.ts';
import { zones } from '../chart/zones.ts';
import { distance, measureAsymmetry } from './mesh-measures.ts';

/** `unevenness` is null for hidden skin. */
type AppealMeasures = { asymmetry: number; proportions: number; unevenness: number | null };
/** Parts 0..1: share of portraits farther from the rule. */
export type Appeal = { symmetry: number; proportions: number; skin: number; score: number; measures: AppealMeasures };

/** Halves a part. */
const proportionTolerance = 0.22;
/** For hidden skin. */
const unknownPart = 0.5;
const minScore = 40;
const weights = { symmetry: 20, proportions: 25, skin: 15 };
/** Above texture; below light and form. */
const textureRadius = 0.008;
const formRadius = 0.06;
/** More visible than lightness. */
const rednessWeight = 1.6;

export function measureAppeal(chart: FaceChart, mesh: Mesh): Appeal {
  const measures = {
    asymmetry: measureAsymmetry(mesh),
    proportions: rateProportions(mesh),
    unevenness: measureUnevenness(chart),
  };
  const { spread } = calibration;
  const symmetry = 1 - shareBelow(spread.asymmetry, measures.asymmetry);
  const proportions = shareBelow(spread.proportions, measures.proportions);
  const skin = measures.unevenness === null ? unknownPart : 1 - shareBelow(spread.unevenness, measures.unevenness);
  const score = minScore + weights.symmetry * symmetry + weights.proportions * proportions + weights.skin * skin;
  return { symmetry, proportions, skin, score, measures };
}

/** With depth, for turned heads. */
function rateProportions(mesh: Mesh): number {
  const between = (a: number, b: number) => distance(mesh[a]!, mesh[b]!);
  const deviations = [
    // The nose equals base to chin.
    between(9, 2) / between(2, 152),
    // An eye fits between the eyes.
    (2 * between(133, 362)) / (between(33, 133) + between(362, 263)),
    // The mouth is 1.5 noses wide.
    between(61, 291) / between(129, 358) / 1.5,
    // A third longer than wide.
    between(10, 152) / between(234, 454) / 1.33,
  ];
  const parts = deviations.map((ratio) => 1 / (1 + (Math.log(ratio) / proportionTolerance) ** 2));
  return parts.reduce((sum, part) => sum + part, 0) / parts.length;
}

/** Deviation (Lab) of patches. Without `toneGain`: on dark skin, pigment differs less, mirrored light more. */
export function measureUnevenness(chart: FaceChart): number | null {
  const { lab, faceSize } = chart.region;
  const skin = skinIn(chart, zones.oval);
  const squares = [lab.L, lab.a].map((plane) => square(extractPatches(plane, skin, faceSize)));
  const means = meansOver(skin, squares, 400);
  return means && Math.sqrt(means[0]! + means[1]! * rednessWeight ** 2);
}

function extractPatches(plane: Plane, skin: Plane, faceSize: number): Plane {
  const smooth = maskedMean(windowOf(skin, Math.max(1, Math.round(faceSize * textureRadius))), plane);
  const form = maskedMean(windowOf(skin, Math.max(2, Math.round(faceSize * formRadius))), plane);
  const out = createPlane(plane.width, plane.height);
  for (let i = 0; i < out.data.length; i++) out.data[i] = smooth.data[i]! - form.data[i]!;
  return out;
}

function square({ width, height, data }: Plane): Plane {
  return { width, height, data: data.map((value) => value * value) };
}

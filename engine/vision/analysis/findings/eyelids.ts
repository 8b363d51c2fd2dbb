/** Tells single from double eyelids: by the crease that runs above the lashes, and how it runs. */
import { boxMean } from '../../../pixels/box-filter.ts';
import type { Plane } from '../../../pixels/plane.ts';
import { smoothstep } from '../../../pixels/smoothstep.ts';
import { confidenceAt, type Finding, hiddenFinding, roundToThousandths } from '../../calibration/finding.ts';
import { pointsAlong } from '../../landmarks/curve.ts';
import { type FaceChart, sideInView } from '../chart/skin-chart.ts';
import { type Side, sideLines } from '../chart/zones.ts';
import { type EyeState, measureEyes } from '../features/eye-openness.ts';
import { valueAt } from '../lines/line-filter.ts';

/** Places along the lid, from the inner to the outer corner, where its skin is looked at. */
const placeCount = 9;
/** Steps above the lashes in which the skin is read, as parts of the eye's width, and how many. */
const step = 0.02;
const steps = 18;
/** Above the lashes the lid begins where the profile rises by less than this part of its steepest rise. */
const shoulderRise = 0.35;
/** A crease is darker (L) by this than the mean of the skin two steps below and two steps above it. */
const minCreaseDepth = 1.5;
/** Parts of the lid along which a crease must be seen. */
const minSeenShare = 0.5;
/** A crease that is this much nearer to the lashes at the inner corner than in the middle is scalloped. */
const tapered = 0.68;
/** How far the crease of a shut eye can be trusted, where it is unfolded and the lashes hang low. */
const shut = 0.3;
/** Sides of the face on the photograph (px) between which a crease gets wide enough to be seen. */
const blurred = 120;
const clear = 500;
/** Lashes, make-up and deep-set eyes look much like creases: no reading is surer than this. */
const surest = 0.75;

/** 0 single, 1 parallel double, 2 scalloped double. Left and right are the person's own. */
export function findEyelids(chart: FaceChart): { left_eyelids: Finding; right_eyelids: Finding } {
  const smooth = boxMean(chart.region.lab.L, 1);
  const eyes = measureEyes(chart);
  const lid = (side: Side) => eyelid(chart, smooth, side, eyes[side]);
  return { left_eyelids: lid('right'), right_eyelids: lid('left') };
}

function eyelid(chart: FaceChart, smooth: Plane, side: Side, eye: EyeState | null): Finding {
  if (!eye) return hiddenFinding;
  const { mesh } = chart.face;
  const lid = sideLines.upperLid[side];
  const [inner, outer] = [mesh[lid[0]!]!, mesh[lid.at(-1)!]!];
  const width = Math.hypot(outer.x - inner.x, outer.y - inner.y);
  const places = pointsAlong(
    lid.map((index) => mesh[index]!),
    placeCount,
  );
  const creases = places.map(({ x, y }) => creaseAbove(smooth, x, y, width));
  const found = creases.filter((crease) => crease !== null);
  const seen = found.length / placeCount;
  const seesCreases = smoothstep(chart.nativeSize, blurred, clear) * (shut + (1 - shut) * eye.open);
  const trust = chart.trust * sideInView(chart, side) * seesCreases;
  const confidenceOf = (distance: number) => Math.min(surest, confidenceAt(distance, trust));
  if (seen < minSeenShare) return { value: 0, confidence: confidenceOf((minSeenShare - seen) * 2) };
  const third = placeCount / 3;
  const near = meanHeight(creases.slice(0, third));
  const far = meanHeight(creases.slice(third));
  // Where no crease is seen at the inner corner, it has run into the lashes there.
  const ratio = near === null || far === null ? 0.4 : near / far;
  return {
    value: ratio < tapered ? 2 : 1,
    confidence: roundToThousandths(
      Math.min(confidenceOf((seen - minSeenShare) * 3), confidenceOf((ratio - tapered) * 3)),
    ),
  };
}

/** Height (px) of the sharpest dip of the profile above a place of the lid's edge; null where there is none. */
function creaseAbove(smooth: Plane, x: number, y: number, width: number): number | null {
  const profile = Array.from({ length: steps + 1 }, (_, i) => valueAt(smooth, x, y - i * step * width));
  const rises = profile.slice(1).map((value, i) => value - profile[i]!);
  const half = rises.slice(0, steps / 2);
  const steepest = half.indexOf(Math.max(...half));
  const shoulder = rises.findIndex((rise, i) => i > steepest && rise < shoulderRise * rises[steepest]!);
  if (shoulder < 0) return null;
  let best: { depth: number; height: number } | null = null;
  for (let i = Math.max(2, shoulder); i <= steps - 2; i++) {
    const depth = (profile[i - 2]! + profile[i + 2]!) / 2 - profile[i]!;
    if (depth > (best?.depth ?? minCreaseDepth)) best = { depth, height: i * step * width };
  }
  return best?.height ?? null;
}

function meanHeight(creases: readonly (number | null)[]): number | null {
  const heights = creases.filter((height) => height !== null);
  return heights.length === 0 ? null : heights.reduce((sum, height) => sum + height, 0) / heights.length;
}

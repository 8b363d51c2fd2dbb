/** Single and double eyelids by the crease above the lashes. Own heuristic on profiles of lightness. */
import { boxMean } from '../../../pixels/box-filter.ts';
import type { Plane } from '../../../pixels/plane.ts';
import { smoothstep } from '../../../pixels/smoothstep.ts';
import { confidenceAt, type Finding, hiddenFinding, roundToThousandths } from '../../calibration/finding.ts';
import { pointsAlong } from '../../landmarks/curve.ts';
import { type FaceChart, sideInView } from '../chart/skin-chart.ts';
import { type Side, sideLines } from '../chart/zones.ts';
import { type EyeState, measureEyes } from '../features/eye-openness.ts';
import { valueAt } from '../lines/line-filter.ts';

/** Inner to outer corner. */
const sampleCount = 9;
/** Upwards, in eye widths. */
const profileStep = 0.02;
const profileStepCount = 18;
/** Rise by the steepest one, at the end of the lashes. */
const maxShoulderRise = 0.35;
/** L below the mean two steps away. */
const minCreaseDepth = 1.5;
const minVisibleShare = 0.5;
/** Inner by outer height of a scalloped crease. */
const maxScallopedRatio = 0.68;
/** A shut lid unfolds its crease. */
const shutEyeTrust = 0.3;
/** Face sides on the photograph. */
const invisibleCreasePx = 120;
const visibleCreasePx = 500;
/** Lashes, make-up and deep-set eyes resemble creases. */
const maxConfidence = 0.75;

/** 0 single, 1 parallel double, 2 scalloped double. */
export function findEyelids(chart: FaceChart): { left_eyelids: Finding; right_eyelids: Finding } {
  const smooth = boxMean(chart.region.lab.L, 1);
  const eyes = measureEyes(chart);
  const lid = (side: Side) => classifyEyelid(chart, smooth, side, eyes[side]);
  return { left_eyelids: lid('right'), right_eyelids: lid('left') };
}

function classifyEyelid(chart: FaceChart, smooth: Plane, side: Side, eye: EyeState | null): Finding {
  if (!eye) return hiddenFinding;
  const { mesh } = chart.face;
  const lid = sideLines.upperLid[side];
  const [inner, outer] = [mesh[lid[0]!]!, mesh[lid.at(-1)!]!];
  const width = Math.hypot(outer.x - inner.x, outer.y - inner.y);
  const places = pointsAlong(
    lid.map((index) => mesh[index]!),
    sampleCount,
  );
  const creases = places.map(({ x, y }) => findCrease(smooth, x, y, width));
  const visible = creases.filter((crease) => crease !== null);
  const visibleShare = visible.length / sampleCount;
  const creaseTrust =
    smoothstep(chart.nativeSize, invisibleCreasePx, visibleCreasePx) * (shutEyeTrust + (1 - shutEyeTrust) * eye.open);
  const trust = chart.trust * sideInView(chart, side) * creaseTrust;
  const confidenceOf = (distance: number) => Math.min(maxConfidence, confidenceAt(distance, trust));
  if (visibleShare < minVisibleShare)
    return { value: 0, confidence: confidenceOf((minVisibleShare - visibleShare) * 2) };
  const third = sampleCount / 3;
  const innerHeight = meanHeight(creases.slice(0, third));
  const outerHeight = meanHeight(creases.slice(third));
  // Invisible inner creases run into the lashes.
  const ratio = innerHeight === null || outerHeight === null ? 0.4 : innerHeight / outerHeight;
  return {
    value: ratio < maxScallopedRatio ? 2 : 1,
    confidence: roundToThousandths(
      Math.min(confidenceOf((visibleShare - minVisibleShare) * 3), confidenceOf((ratio - maxScallopedRatio) * 3)),
    ),
  };
}

/** Returns the height (px) of the sharpest dip of the profile. */
function findCrease(smooth: Plane, x: number, y: number, width: number): number | null {
  const profile = Array.from({ length: profileStepCount + 1 }, (_, i) =>
    valueAt(smooth, x, y - i * profileStep * width),
  );
  const rises = profile.slice(1).map((value, i) => value - profile[i]!);
  const half = rises.slice(0, profileStepCount / 2);
  const steepest = half.indexOf(Math.max(...half));
  const shoulder = rises.findIndex((rise, i) => i > steepest && rise < maxShoulderRise * rises[steepest]!);
  if (shoulder < 0) return null;
  let sharpest: { depth: number; height: number } | null = null;
  for (let i = Math.max(2, shoulder); i <= profileStepCount - 2; i++) {
    const depth = (profile[i - 2]! + profile[i + 2]!) / 2 - profile[i]!;
    if (depth > (sharpest?.depth ?? minCreaseDepth)) sharpest = { depth, height: i * profileStep * width };
  }
  return sharpest?.height ?? null;
}

function meanHeight(creases: readonly (number | null)[]): number | null {
  const heights = creases.filter((height) => height !== null);
  return heights.length === 0 ? null : heights.reduce((sum, height) => sum + height, 0) / heights.length;
}

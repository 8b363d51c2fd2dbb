/** Pores and blackheads: round dark dots, summed by zone. Own measure with estimated limits. */
import { boxMean } from '../../../pixels/box-filter.ts';
import { maskedMean, windowOf } from '../../../pixels/masked-filter.ts';
import { createPlane, type Plane } from '../../../pixels/plane.ts';
import { smoothstep } from '../../../pixels/smoothstep.ts';
import { type Finding, type Limit, maxUncalibratedConfidence, toFinding } from '../../calibration/finding.ts';
import { removeNostrils } from '../../skin/skin-mask.ts';
import { chartFaceSize, type FaceChart, sideInView, skinIn } from '../chart/skin-chart.ts';
import { toneGain } from '../chart/skin-tone.ts';
import { sideZones, zones } from '../chart/zones.ts';

type PoreZone = 'pores_forehead' | 'pores_left_cheek' | 'pores_right_cheek' | 'pores_jaw';
type PoreFinding = PoreZone | 'pores' | 'blackhead';

/** Depths (L of mid-toned skin) per square of a tenth of the face. */
const poreLimit: Limit = { threshold: 2.5, scale: 2 };
const blackheadLimit: Limit = { threshold: 1.5, scale: 1.2 };
/** In face sizes; depths in L. */
const dotShape = { radius: 0.004, around: 0.016 };
const minPoreDepth = 1;
const minBlackheadDepth = 3.2;
/** Smallest by largest curvature; lines and hairs have less. */
const minRoundness = 0.35;
/** Face sides on the photograph. */
const invisibleDotPx = 150;
const visibleDotPx = 500;
/** Smaller zones count as hidden. */
const minZonePixels = 400;

export function findPores(chart: FaceChart): Record<PoreFinding, Finding> {
  const trust = chart.trust * smoothstep(chart.nativeSize, invisibleDotPx, visibleDotPx);
  const measures = measurePores(chart);
  const [left, right] = [sideInView(chart, 'left'), sideInView(chart, 'right')];
  // Names are the person's sides, zones the viewer's.
  return {
    pores_forehead: toFinding(measures.pores_forehead, poreLimit, trust, maxUncalibratedConfidence),
    pores_left_cheek: toFinding(measures.pores_left_cheek, poreLimit, trust * right, maxUncalibratedConfidence),
    pores_right_cheek: toFinding(measures.pores_right_cheek, poreLimit, trust * left, maxUncalibratedConfidence),
    pores_jaw: toFinding(measures.pores_jaw, poreLimit, trust, maxUncalibratedConfidence),
    pores: toFinding(measures.pores, poreLimit, trust, maxUncalibratedConfidence),
    blackhead: toFinding(measures.blackhead, blackheadLimit, trust, maxUncalibratedConfidence),
  };
}

/** `pores` is the zone with the highest measure. */
export function measurePores(chart: FaceChart): Record<PoreFinding, number | null> {
  const dots = findDots(chart);
  const densityIn = (area: Plane, from: number) => measureDensity(dots, area, from);
  const byZone = {
    pores_forehead: densityIn(skinIn(chart, zones.forehead), minPoreDepth),
    pores_left_cheek: densityIn(skinIn(chart, sideZones.cheek.right), minPoreDepth),
    pores_right_cheek: densityIn(skinIn(chart, sideZones.cheek.left), minPoreDepth),
    pores_jaw: densityIn(skinIn(chart, zones.jaw), minPoreDepth),
  };
  const visible = Object.values(byZone).filter((measure) => measure !== null);
  const nose = skinIn(chart, zones.nose, removeNostrils(chart.region, chart.face));
  return {
    ...byZone,
    pores: visible.length > 0 ? Math.max(...visible) : null,
    blackhead: densityIn(nose, minBlackheadDepth),
  };
}

/** Depth (L of mid-toned skin) of round dark dots at their deepest place. */
function findDots({ region }: FaceChart): Plane {
  const { lab, covered } = region;
  const radius = Math.max(1, Math.round(dotShape.radius * chartFaceSize));
  const near = boxMean(lab.L, radius);
  const around = maskedMean(windowOf(covered, Math.round(dotShape.around * chartFaceSize)), lab.L);
  const { width, height, data } = near;
  const dots = createPlane(width, height);
  const step = radius + 1;
  for (let y = step; y < height - step; y++) {
    for (let x = step; x < width - step; x++) {
      const index = y * width + x;
      const depth = (around.data[index]! - data[index]!) * toneGain(around.data[index]!);
      if (depth > 0 && isDeepest(data, width, index) && isRound(data, width, index, step)) dots.data[index] = depth;
    }
  }
  return dots;
}

/** Of equal neighbors, the first in reading order counts. */
function isDeepest(data: Float32Array, width: number, index: number): boolean {
  const value = data[index]!;
  for (const offset of [-width - 1, -width, -width + 1, -1]) if (data[index + offset]! <= value) return false;
  for (const offset of [1, width - 1, width, width + 1]) if (data[index + offset]! < value) return false;
  return true;
}

function isRound(data: Float32Array, width: number, index: number, step: number): boolean {
  const doubleValue = 2 * data[index]!;
  const [down, right] = [step * width, step];
  const curvatures = [right, down, down + right, down - right].map(
    (offset) => data[index + offset]! + data[index - offset]! - doubleValue,
  );
  return Math.min(...curvatures) > minRoundness * Math.max(...curvatures);
}

/** Returns depths beyond `from`, null for a hidden zone. */
function measureDensity(dots: Plane, area: Plane, from: number): number | null {
  let [sum, pixels] = [0, 0];
  for (let i = 0; i < area.data.length; i++) {
    if (area.data[i]! < 0.5) continue;
    pixels++;
    sum += Math.max(0, dots.data[i]! - from);
  }
  return pixels < minZonePixels ? null : (sum / pixels) * (chartFaceSize / 10) ** 2;
}

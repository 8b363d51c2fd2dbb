/**
 * Acne (red), moles (dark) and pigment spots (brownish). Own criteria, which may be tuned; moles and spots were
 * compared with the portraits.
 */
import { maskedMean, windowOf } from '../../../pixels/masked-filter.ts';
import type { Plane } from '../../../pixels/plane.ts';
import { quantile } from '../../../pixels/quantile.ts';
import { smoothstep } from '../../../pixels/smoothstep.ts';
import { type Finding, type Limit, maxUncalibratedConfidence, toFinding } from '../../calibration/finding.ts';
import { calibration } from '../../calibration/portraits.ts';
import { maskOf, outlineOf } from '../../face/mesh.ts';
import { removeNostrils } from '../../skin/skin-mask.ts';
import { findSpots, type Spot, type SpotLimits, selectProminent } from '../../skin/spots.ts';
import { chartFaceSize, type FaceChart, skinIn } from '../chart/skin-chart.ts';
import { skinLightness, toneGain } from '../chart/skin-tone.ts';
import { sideZones, zones } from '../chart/zones.ts';

export type Mark = 'acne' | 'mole' | 'skin_spot';

const smallRadii = [0.007, 0.01, 0.014, 0.02];
const largeRadii = [0.01, 0.014, 0.02, 0.028];
/**
 * `inShade`: also in shades of nose and eyes. `prominence`: in standard deviations around, because folds, stubble and
 * sheen are dark too.
 */
type MarkCriteria = {
  limits: SpotLimits;
  inShade: boolean;
  prominence?: number;
  limit: Limit;
  maxConfidence?: number;
};
const markCriteria: Record<Mark, MarkCriteria> = {
  acne: {
    limits: { redder: 5, darker: Infinity, darkest: 14, sizes: smallRadii },
    inShade: false,
    limit: { threshold: 1.2, scale: 0.8 },
    maxConfidence: maxUncalibratedConfidence,
  },
  mole: {
    limits: { redder: Infinity, darker: 11, darkest: Infinity, sizes: largeRadii },
    inShade: true,
    prominence: 3.5,
    limit: { threshold: 0.9, scale: 0.6 },
    maxConfidence: calibration.right.mole,
  },
  skin_spot: {
    limits: { redder: Infinity, darker: 4.5, darkest: 14, sizes: smallRadii },
    inShade: false,
    prominence: 4,
    limit: { threshold: 1.8, scale: 1.2 },
    maxConfidence: calibration.right.skin_spot,
  },
};
/** Share of the limits in the search. */
const looseness = 0.75;
/** Ten freckles are not ten times as certain. */
const additionalMarkWeight = 0.6;
/** Excludes the hairline. */
const ovalScale = 0.94;
/** Round shades of the face's form. */
const shadedZones = [zones.nose, zones.glabella, zones.philtrum, sideZones.underEye.left, sideZones.underEye.right];
const shadeReach = 0.06;
/** Shades are larger. */
const maxShadedMarkRadius = 0.016;
/** In deviations: colored light reddens all skin. */
const minPimpleRedness = 10;
/** Radii; median of absolute normal values. */
const patchRadius = 0.01;
const aroundRadius = 0.035;
const normalMedian = 0.6745;

export function findMarks(chart: FaceChart): Record<Mark, Finding> {
  const strengths = measureMarks(chart);
  const finding = (mark: Mark) =>
    toFinding(strengths[mark], markCriteria[mark].limit, chart.trust, markCriteria[mark].maxConfidence);
  return { acne: finding('acne'), mole: finding('mole'), skin_spot: finding('skin_spot') };
}

/** Sums strengths with falling weights. */
function measureMarks(chart: FaceChart): Record<Mark, number> {
  const tone = toneGain(skinLightness(chart));
  const redness = minPimpleRedness * rednessDeviation(chart);
  const everywhere = selectSkin(chart, []);
  const lit = selectSkin(chart, shadedZones);
  const isMark = ({ x, y, radius }: Spot) =>
    radius < maxShadedMarkRadius * chartFaceSize || lit.data[Math.round(y) * lit.width + Math.round(x)]! > 0.5;
  const strength = (mark: Mark) => {
    const { limits, inShade, prominence } = markCriteria[mark];
    const adapted = { ...limits, redder: Math.max(limits.redder, redness) };
    const spots = findSpots(chart.region, inShade ? everywhere : lit, loosenLimits(adapted, tone)).filter(isMark);
    const marks = prominence === undefined ? spots : selectProminent(chart.region, everywhere, spots, prominence);
    return marks.reduce(
      (sum, spot, i) => sum + discountBorderline(spot.strength * looseness) * additionalMarkWeight ** i,
      0,
    );
  };
  return { acne: strength('acne'), mole: strength('mole'), skin_spot: strength('skin_spot') };
}

/** Limits are for mid-toned skin. Redness stays, because compression stores it coarsely. */
function loosenLimits({ redder, darker, darkest, sizes }: SpotLimits, tone: number): SpotLimits {
  return { redder: redder * looseness, darker: (darker * looseness) / tone, darkest: darkest / tone, sizes };
}

/** Standard deviation of redness between patches, by the median. */
function rednessDeviation(chart: FaceChart): number {
  const { lab, skin } = chart.region;
  const ovalSkin = skinIn(chart, zones.oval);
  const [patch, around] = [patchRadius, aroundRadius].map((radius) =>
    maskedMean(windowOf(skin, Math.round(radius * chartFaceSize)), lab.a),
  );
  const differences: number[] = [];
  for (let i = 0; i < ovalSkin.data.length; i++) {
    if (ovalSkin.data[i]! > 0.5) differences.push(Math.abs(patch!.data[i]! - around!.data[i]!));
  }
  return (quantile(differences, 0.5) ?? 0) / normalMedian;
}

/** Reduces strengths that depend on noise. */
function discountBorderline(strength: number): number {
  return strength * smoothstep(strength, looseness, 1 / looseness);
}

function selectSkin({ region, face }: FaceChart, excludedZones: readonly (readonly number[])[]): Plane {
  const mask = removeNostrils(region, face);
  const inside = maskOf([outlineOf(face.mesh, 'oval', ovalScale)], region.place, chartFaceSize * 0.01);
  const outlines = excludedZones.map((zone) => zone.map((index) => face.mesh[index]!));
  const outside = maskOf(outlines, region.place, chartFaceSize * shadeReach);
  for (let i = 0; i < mask.data.length; i++) {
    mask.data[i]! *= inside.data[i]! * (1 - smoothstep(outside.data[i]!, 0, 0.3));
  }
  return mask;
}

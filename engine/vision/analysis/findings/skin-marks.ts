/** Looks for marks on the skin: acne (red), moles (dark) and pigment spots (brownish). */
import { maskedMean, windowOf } from '../../../pixels/masked-filter.ts';
import type { Plane } from '../../../pixels/plane.ts';
import { quantile } from '../../../pixels/quantile.ts';
import { smoothstep } from '../../../pixels/smoothstep.ts';
import { type Finding, type Limit, maxUncalibratedConfidence, toFinding } from '../../calibration/finding.ts';
import { calibration } from '../../calibration/portraits.ts';
import { maskOf, outlineOf } from '../../face/mesh.ts';
import { withoutNostrils } from '../../skin/skin-mask.ts';
import { findSpots, prominentSpots, type Spot, type SpotLimits } from '../../skin/spots.ts';
import { chartFaceSize, type FaceChart, skinIn } from '../chart/skin-chart.ts';
import { skinLightness, toneGain } from '../chart/skin-tone.ts';
import { sideZones, zones } from '../chart/zones.ts';

export type Mark = 'acne' | 'mole' | 'skin_spot';

/** Radii as parts of the face's size. */
const small = [0.007, 0.01, 0.014, 0.02];
const large = [0.01, 0.014, 0.02, 0.028];
/**
 * `inShade`: dark enough to differ from the shading of nose and eyes. `prominence`: depth of a dark mark in standard deviations
 * of the skin around it, because folds, stubble and sheen make dark round places by the dozen.
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
    limits: { redder: 5, darker: Infinity, darkest: 14, sizes: small },
    inShade: false,
    limit: { threshold: 1.2, scale: 0.8 },
    maxConfidence: maxUncalibratedConfidence,
  },
  mole: {
    limits: { redder: Infinity, darker: 11, darkest: Infinity, sizes: large },
    inShade: true,
    prominence: 3.5,
    limit: { threshold: 0.9, scale: 0.6 },
    maxConfidence: calibration.right.mole,
  },
  skin_spot: {
    limits: { redder: Infinity, darker: 4.5, darkest: 14, sizes: small },
    inShade: false,
    prominence: 4,
    limit: { threshold: 1.8, scale: 1.2 },
    maxConfidence: calibration.right.skin_spot,
  },
};
/** Marks are looked for down to this part of the limits. */
const loose = 0.75;
/** Each further mark adds less: ten freckles are no ten times as sure as one. */
const further = 0.6;
/** The face's outline, drawn in from where hair begins. */
const inner = 0.94;
/** Where the face's own form makes shades that are round and dark. */
const shaded = [zones.nose, zones.glabella, zones.philtrum, sideZones.underEye.left, sideZones.underEye.right];
/** How far around them, in sizes of the face. */
const shadeReach = 0.06;
/** A mark in the shade is smaller than the shade: largest radius as a part of the face. */
const shadedMarkRadius = 0.016;
/** A pimple is redder by this many deviations of the skin's redness: in coloured light there is red everywhere. */
const pimpleRedness = 10;
/** Radii as parts of the face between which that deviation is taken, and the normal deviation of which half of all values are less. */
const patchRadius = 0.01;
const aroundRadius = 0.035;
const median = 0.6745;

export function findMarks(chart: FaceChart): Record<Mark, Finding> {
  const strengths = markStrengths(chart);
  const finding = (mark: Mark) =>
    toFinding(strengths[mark], markCriteria[mark].limit, chart.trust, markCriteria[mark].maxConfidence);
  return { acne: finding('acne'), mole: finding('mole'), skin_spot: finding('skin_spot') };
}

/** How far all marks of a kind pass its limits, the strongest counted whole. */
function markStrengths(chart: FaceChart): Record<Mark, number> {
  const tone = toneGain(skinLightness(chart));
  const redness = pimpleRedness * rednessDeviation(chart);
  const everywhere = faceSkin(chart, []);
  const lit = faceSkin(chart, shaded);
  const isMark = ({ x, y, radius }: Spot) =>
    radius < shadedMarkRadius * chartFaceSize || lit.data[Math.round(y) * lit.width + Math.round(x)]! > 0.5;
  const strength = (mark: Mark) => {
    const { limits, inShade, prominence } = markCriteria[mark];
    const wanted = { ...limits, redder: Math.max(limits.redder, redness) };
    const spots = findSpots(chart.region, inShade ? everywhere : lit, loosened(wanted, tone)).filter(isMark);
    const marks = prominence === undefined ? spots : prominentSpots(chart.region, everywhere, spots, prominence);
    return marks.reduce((sum, spot, i) => sum + counted(spot.strength * loose) * further ** i, 0);
  };
  return { acne: strength('acne'), mole: strength('mole'), skin_spot: strength('skin_spot') };
}

/**
 * @param tone `toneGain` of the face: limits are given for mid-toned skin. That of redness stays: colour is the coarsest thing in a
 *   compressed photograph, and no finer where it is dark
 */
function loosened({ redder, darker, darkest, sizes }: SpotLimits, tone: number): SpotLimits {
  return { redder: redder * loose, darker: (darker * loose) / tone, darkest: darkest / tone, sizes };
}

/** Standard deviation of the redness (a) of small patches, by the median, so that the marks themselves do not count. */
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
  return (quantile(differences, 0.5) ?? 0) / median;
}

/** What only just passes a limit comes and goes with the grain of the picture, so it counts little. */
function counted(strength: number): number {
  return strength * smoothstep(strength, loose, 1 / loose);
}

function faceSkin({ region, face }: FaceChart, without: readonly (readonly number[])[]): Plane {
  const mask = withoutNostrils(region, face);
  const inside = maskOf([outlineOf(face.mesh, 'oval', inner)], region.place, chartFaceSize * 0.01);
  const outlines = without.map((zone) => zone.map((index) => face.mesh[index]!));
  const outside = maskOf(outlines, region.place, chartFaceSize * shadeReach);
  for (let i = 0; i < mask.data.length; i++) {
    mask.data[i]! *= inside.data[i]! * (1 - smoothstep(outside.data[i]!, 0, 0.3));
  }
  return mask;
}

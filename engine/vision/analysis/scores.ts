/** Scores of the rating card, for entertainment. Weights and ranges are own choices. */
import { smoothstep } from '../../pixels/smoothstep.ts';
import { shareBelow } from '../calibration/calibration.ts';
import { calibration } from '../calibration/portraits.ts';
import type { Box } from '../face/find-faces.ts';
import type { FaceReport } from './face-report.ts';
import { type Eyes, meanOpenness } from './features/eye-openness.ts';

/** In the card's order. */
export const measureNames = ['symmetry', 'proportions', 'skin', 'eyes', 'smile', 'photo'] as const;
export type MeasureName = (typeof measureNames)[number];
/** Selects a comment. */
export type Band = 'strong' | 'fair' | 'modest';
/** 0..100. */
export type Rating = { overall: number; scores: Record<MeasureName, number> };

/** The first three as in `appeal.ts`. */
const weights: Record<MeasureName, number> = {
  symmetry: 20,
  proportions: 25,
  skin: 15,
  eyes: 15,
  smile: 15,
  photo: 10,
};
/** The card should please. */
const minScore = 40;
const maxScore = 99;
const minFairScore = 65;
const minStrongScore = 82;

const opennessRange = { shut: 0.2, open: 0.95 };
/** The rest is their similarity. */
const opennessWeight = 0.7;
/** In eye widths. */
const gapDifferenceRange = { obvious: 0.14, invisible: 0.02 };

const faceSidePx = { poor: 40, full: 320 };

type Measured = Pick<FaceReport, 'appeal' | 'eyes' | 'smile' | 'quality'> & { box: Box };

/**
 * Symmetry, proportions, skin and smile are ranks among the portraits; eyes and photograph are absolute. The score of a
 * smile agrees with `chance`, so that its comment fits.
 */
export function rateFace({ appeal, eyes, smile, quality, box }: Measured): Rating {
  const sizePart = smoothstep((box.width + box.height) / 2, faceSidePx.poor, faceSidePx.full);
  const parts: Record<MeasureName, number> = {
    symmetry: appeal.symmetry,
    proportions: appeal.proportions,
    skin: appeal.skin,
    eyes:
      opennessWeight * smoothstep(meanOpenness(eyes), opennessRange.shut, opennessRange.open) +
      (1 - opennessWeight) * eyeSimilarity(eyes),
    smile: shareBelow(calibration.spread.smile, smile.index),
    photo: photoPart(quality, sizePart),
  };
  const score = (name: MeasureName) => {
    const rounded = Math.round(minScore + (maxScore - minScore) * parts[name]);
    if (name !== 'smile') return rounded;
    return smile.chance > 0.5 ? Math.max(minFairScore, rounded) : Math.min(minFairScore - 1, rounded);
  };
  const scores = Object.fromEntries(measureNames.map((name) => [name, score(name)])) as Rating['scores'];
  const total = measureNames.reduce((sum, name) => sum + weights[name], 0);
  const overall = measureNames.reduce((sum, name) => sum + scores[name] * weights[name], 0) / total;
  return { overall: Math.round(overall), scores };
}

/** At most the worst part: the comment praises sharpness and light. */
function photoPart({ blur, noise, illu }: FaceReport['quality'], sizePart: number): number {
  return Math.min((0.3 * blur + 0.2 * noise + 0.2 * illu) / 100 + 0.3 * sizePart, blur / 100, noise / 100, illu / 100);
}

/** 0..1. */
function eyeSimilarity({ left, right }: Eyes): number {
  if (!left || !right) return 0;
  return (
    smoothstep(Math.abs(left.gap - right.gap), gapDifferenceRange.obvious, gapDifferenceRange.invisible) *
    (1 - Math.abs(left.open - right.open))
  );
}

export function bandOf(score: number): Band {
  if (score >= minStrongScore) return 'strong';
  return score >= minFairScore ? 'fair' : 'modest';
}

/**
 * Turns what was measured about a face and its photograph into the scores of a rating card.
 *
 * For entertainment: the scores say how near a face comes to rules of portrait drawing, and how good the photograph is.
 */
import { smoothstep } from '../../pixels/smoothstep.ts';
import { shareBelow } from '../calibration/calibration.ts';
import { calibration } from '../calibration/portraits.ts';
import type { Box } from '../face/find-faces.ts';
import type { FaceReport } from './face-report.ts';
import { type Eyes, openness } from './features/eye-openness.ts';

/** In the card's order. */
export const measureNames = ['symmetry', 'proportions', 'skin', 'eyes', 'smile', 'photo'] as const;
export type MeasureName = (typeof measureNames)[number];
/** Which of three comments a score gets. */
export type Band = 'strong' | 'fair' | 'modest';
/** Whole numbers 0..100. */
export type Rating = { overall: number; scores: Record<MeasureName, number> };

/** The first three as face analysis weighs them. */
const weights: Record<MeasureName, number> = {
  symmetry: 20,
  proportions: 25,
  skin: 15,
  eyes: 15,
  smile: 15,
  photo: 10,
};
/** No score is lower, as in face analysis: the card is to please. None is higher: nobody is a drawing. */
const minScore = 40;
const maxScore = 99;
const fairFrom = 65;
const strongFrom = 82;

/** How open eyes are that are surely shut, and surely open whatever their shape. */
const opennessRange = { from: 0.2, to: 0.95 };
/** How much of their score is that they are open; the rest is that they are alike. Neither alone makes a strong score. */
const openShare = 0.7;
/** Difference between the gaps of the lids (widths of the eye) that everybody sees, and that nobody sees. */
const unlike = { from: 0.14, to: 0.02 };

/** Mean side of the face (px) on a photograph that shows little, and that shows all. */
const faceSideRange = { from: 40, to: 320 };

type Measured = Pick<FaceReport, 'appeal' | 'eyes' | 'smile' | 'quality'> & { box: Box };

/**
 * Symmetry, proportions, skin and smile say what share of the portraits of the calibration a face leaves behind it, so that scores are
 * spread as people are. Eyes and photograph are judged by what they are, since open eyes and sharp pictures are common. A smile's score
 * stays on the side of "serious" or "smiling" on which the judgement is, so that the words fit the face.
 */
export function rateFace({ appeal, eyes, smile, quality, box }: Measured): Rating {
  const large = smoothstep((box.width + box.height) / 2, faceSideRange.from, faceSideRange.to);
  const parts: Record<MeasureName, number> = {
    symmetry: appeal.symmetry,
    proportions: appeal.proportions,
    skin: appeal.skin,
    eyes:
      openShare * smoothstep(openness(eyes), opennessRange.from, opennessRange.to) + (1 - openShare) * likenessOf(eyes),
    smile: shareBelow(calibration.spread.smile, smile.index),
    photo: photoPart(quality, large),
  };
  const score = (name: MeasureName) => {
    const rounded = Math.round(minScore + (maxScore - minScore) * parts[name]);
    if (name !== 'smile') return rounded;
    return smile.chance > 0.5 ? Math.max(fairFrom, rounded) : Math.min(fairFrom - 1, rounded);
  };
  const scores = Object.fromEntries(measureNames.map((name) => [name, score(name)])) as Rating['scores'];
  const total = measureNames.reduce((sum, name) => sum + weights[name], 0);
  const overall = measureNames.reduce((sum, name) => sum + scores[name] * weights[name], 0) / total;
  return { overall: Math.round(overall), scores };
}

/** 0..1, and no better than its worst part: the comment praises sharpness and light, each of them. */
function photoPart({ blur, noise, illu }: FaceReport['quality'], large: number): number {
  return Math.min((0.3 * blur + 0.2 * noise + 0.2 * illu) / 100 + 0.3 * large, blur / 100, noise / 100, illu / 100);
}

/** 0..1; nobody can say so of an eye that is not seen. */
function likenessOf({ left, right }: Eyes): number {
  if (!left || !right) return 0;
  return smoothstep(Math.abs(left.gap - right.gap), unlike.from, unlike.to) * (1 - Math.abs(left.open - right.open));
}

export function bandOf(score: number): Band {
  if (score >= strongFrom) return 'strong';
  return score >= fairFrom ? 'fair' : 'modest';
}

/** How the points of a face move for an expression. Lids and lips part or close, so what is above and below moves by itself. */
import type { Expression } from './expressions.ts';
import {
  eyeLines,
  type FacePlan,
  lipLines,
  lipPlaces,
  offsetPoint,
  type Place,
  type PointOffsets,
} from './face-plan.ts';
import { moveBrow, moveLids, type Seam } from './move-eyes.ts';
import { type Bite, moveMouth } from './move-mouth.ts';

export type Motion = {
  /** What holds above the seams, and below them. */
  upper: PointOffsets;
  lower: PointOffsets;
  seams: Seam[];
  bite: Bite;
  /** The outline of the shut lips afterwards. */
  lips: Place[];
};

/** What stays where it is. */
const fixed = [168, 6, 197, 195, 5, 4, 2, 98, 327, 49, 279, 50, 280, 117, 346, 123, 352, 151, 10, 67, 297, 54, 284];

/** Where frames of glasses run: under the eyes, at the temples and over the nose, beside brows and folds of the lids. */
const frames = [
  ...[111, 117, 118, 119, 120, 121, 35, 143, 156, 193, 122],
  ...[340, 346, 347, 348, 349, 350, 265, 372, 383, 417, 351],
  ...Object.values(eyeLines).flatMap(({ brow, crease, underEye }) => [
    ...brow.top,
    ...brow.bottom,
    ...crease,
    ...underEye,
  ]),
];

/**
 * What moves for an expression of this face.
 * @param hasGlasses whether glasses are worn: they are rigid, so that nothing moves where their frames run, and only lids do within them
 */
export function motionOf(plan: FacePlan, expression: Expression, hasGlasses = false): Motion {
  const noOffset = { x: 0, y: 0 };
  const upper: PointOffsets = new Map(fixed.map((index) => [index, noOffset]));
  const lower: PointOffsets = new Map(upper);
  const seams: Seam[] = [];
  for (const side of ['left', 'right'] as const) {
    moveBrow(plan, side, expression, [upper, lower]);
    const seam = moveLids(plan, side, expression, upper, lower);
    if (seam) seams.push(seam);
  }
  const bite = moveMouth(plan, expression, upper, lower);
  if (hasGlasses) for (const index of frames) for (const moves of [upper, lower]) moves.set(index, noOffset);
  const [left, right] = [offsetPoint(plan, 61, lower), offsetPoint(plan, 291, lower)];
  const under = (margin: number) =>
    lipLines.outerLower
      .map((index, i) => offsetPoint(plan, index, lower, margin * plan.mouth * (1 - Math.abs(lipPlaces[i]!))))
      .slice(1, -1)
      .reverse();
  const above = lipLines.outerUpper.slice(1, -1).map((index) => offsetPoint(plan, index, upper));
  seams.push({ outline: [left, ...bite.edge, right, ...under(0.05)], shut: null });
  return { upper, lower, seams, bite, lips: [left, ...above, right, ...under(0)] };
}

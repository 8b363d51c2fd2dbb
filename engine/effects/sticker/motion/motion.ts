/** Motion of mesh points for an expression. Lids and lips part, so each side of a seam has a motion. */
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
  /** Above and below the seams. */
  upper: PointOffsets;
  lower: PointOffsets;
  seams: Seam[];
  bite: Bite;
  /** Outline of the shut lips. */
  lips: Place[];
};

const fixedPoints = [
  168, 6, 197, 195, 5, 4, 2, 98, 327, 49, 279, 50, 280, 117, 346, 123, 352, 151, 10, 67, 297, 54, 284,
];

/** Under frames of glasses, which are rigid. */
const framePoints = [
  ...[111, 117, 118, 119, 120, 121, 35, 143, 156, 193, 122],
  ...[340, 346, 347, 348, 349, 350, 265, 372, 383, 417, 351],
  ...Object.values(eyeLines).flatMap(({ brow, crease, underEye }) => [
    ...brow.top,
    ...brow.bottom,
    ...crease,
    ...underEye,
  ]),
];

export function motionOf(plan: FacePlan, expression: Expression, hasGlasses = false): Motion {
  const noOffset = { x: 0, y: 0 };
  const upper: PointOffsets = new Map(fixedPoints.map((index) => [index, noOffset]));
  const lower: PointOffsets = new Map(upper);
  const seams: Seam[] = [];
  for (const side of ['left', 'right'] as const) {
    moveBrow(plan, side, expression, [upper, lower]);
    const seam = moveLids(plan, side, expression, upper, lower);
    if (seam) seams.push(seam);
  }
  const bite = moveMouth(plan, expression, upper, lower);
  if (hasGlasses) for (const index of framePoints) for (const moves of [upper, lower]) moves.set(index, noOffset);
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

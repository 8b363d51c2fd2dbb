/** Moves lips and chin: the mouth shuts, and the upper teeth bite the lower lip. Constants only change the look. */
import { smoothstep } from '../../../pixels/smoothstep.ts';
import { cornerLift } from '../../../vision/analysis/features/mesh-measures.ts';
import type { Expression } from './expressions.ts';
import {
  addPoints,
  depthOf,
  type FacePlan,
  lipLines,
  lipPlaces,
  type Place,
  type PointOffsets,
  toOffset,
} from './face-plan.ts';

/** Edge of the upper lip at `lipPlaces`, and length of the teeth, px. */
export type Bite = { edge: Place[]; length: number };

/** In face sizes. */
const cornerUp = 0.075;
const cornerOut = 0.028;
/** In mouth widths. The jaw moves away from the bitten side. */
const widthChange = 0.13;
const jawShift = 0.09;
/** In mouth widths: the upper lip uncovers teeth. */
const lipRaise = 0.06;
const maxToothLength = 0.2;
const minToothLength = 0.13;
/** Parts of the lower lip: under the teeth, drawn in below them. */
const coveredShare = 0.62;
const drawnInShare = 0.08;
/** In mouth widths: a smile thins lips, a bite swells them. */
const minLipHeight = { upper: 0.085, lower: 0.24 };
/** Share of the lower lip that slips under the upper one. */
const lipOverlap = 0.2;
/** In half mouth widths. */
export const maxBiteOffset = 0.34;

/** Share of the lower lip's motion. */
const chin: ReadonlyMap<number, number> = new Map([
  [18, 0.8],
  [200, 0.7],
  [199, 0.65],
  [175, 0.6],
  [152, 0.6],
  [148, 0.55],
  [377, 0.55],
  [176, 0.45],
  [400, 0.45],
  [149, 0.3],
  [378, 0.3],
  [150, 0.15],
  [379, 0.15],
]);

export function moveMouth(plan: FacePlan, expression: Expression, upper: PointOffsets, lower: PointOffsets): Bite {
  const { mesh, size, mouth } = plan;
  const { offset, teeth } = expression.bite;
  // A smiling mouth moves less.
  const free = 1 - 0.65 * smoothstep(cornerLift(mesh), 0.02, 0.12);
  const reach = teeth === 4 ? 0.72 : 0.55;
  const open = depthOf(plan, mesh[13]!, mesh[14]!) / mouth;
  const raise = lipRaise * mouth * (1 - smoothstep(open, 0.04, 0.18));
  const edge: Place[] = [];
  const shifts: number[] = [];
  const thick: number[] = [];
  for (const [i, place] of lipPlaces.entries()) {
    const side = place < 0 ? expression.corners.left : expression.corners.right;
    const pulled = side * (side > 0 ? free : 1) * Math.abs(place) ** 1.6;
    const round = 1 - place * place;
    const out =
      Math.sign(place) * Math.max(0, pulled) * cornerOut * size + place * expression.width * widthChange * mouth;
    const corner = toOffset(plan, out, -pulled * cornerUp * size);
    const jaw = toOffset(plan, -offset * jawShift * mouth * round, 0);
    const bitten = smoothstep(Math.abs(place - offset * maxBiteOffset), reach, 0.15);
    const [top, bottom] = [mesh[lipLines.innerUpper[i]!]!, mesh[lipLines.innerLower[i]!]!];
    const gap = depthOf(plan, top, bottom);
    const lowered = 0.3 * gap * (1 - bitten) - raise * bitten;
    const toEdge = addPoints(corner, toOffset(plan, 0, lowered));
    const lip = depthOf(plan, bottom, mesh[lipLines.outerLower[i]!]!);
    // With overlap, because teeth may show above the mesh's edge of an open lower lip.
    const up = lowered - gap - Math.min(lipOverlap * lip, gap / 2);
    const above = depthOf(plan, mesh[lipLines.outerUpper[i]!]!, top);
    edge.push(addPoints(top, toEdge));
    shifts.push(lowered - gap);
    const full = Math.max(lip * (1 - drawnInShare * bitten), minLipHeight.lower * mouth * round);
    thick.push(full);
    upper.set(lipLines.innerUpper[i]!, toEdge);
    lower.set(lipLines.innerLower[i]!, addPoints(addPoints(corner, jaw), toOffset(plan, 0, up)));
    const swollen = Math.max(0, minLipHeight.upper * mouth * round - above);
    const outer = addPoints(corner, toOffset(plan, 0, -raise * 0.75 * bitten - swollen));
    const under = addPoints(addPoints(corner, jaw), toOffset(plan, 0, lowered - gap + full - lip));
    for (const moves of [upper, lower]) {
      moves.set(lipLines.outerUpper[i]!, outer);
      moves.set(lipLines.outerLower[i]!, under);
    }
  }
  const rise = (shifts[4]! + shifts[5]! + shifts[6]!) / 3;
  for (const [index, follows] of chin)
    for (const moves of [upper, lower])
      moves.set(index, toOffset(plan, -offset * jawShift * mouth * follows, rise * follows));
  const lip = Math.max(...thick.slice(3, 8));
  return { edge, length: Math.min(maxToothLength * mouth, Math.max(minToothLength * mouth, coveredShare * lip)) };
}

/** How lips and chin move for an expression: the mouth shuts, and the upper teeth take hold of the lower lip. */
import { smoothstep } from '../../../pixels/smoothstep.ts';
import { cornerLift } from '../../../vision/analysis/features/mesh-measures.ts';
import type { Expression } from './expressions.ts';
import {
  addPoints,
  along,
  depthOf,
  type FacePlan,
  lipLines,
  lipPlaces,
  type Place,
  type PointOffsets,
} from './face-plan.ts';

/** The edge of the upper lip afterwards, from the left to the right (as `lipPlaces`), and how long the teeth are, px. */
export type Bite = { edge: Place[]; length: number };

/** Lengths in sizes of the face. */
const cornerUp = 0.075;
const cornerOut = 0.028;
/** In widths of the mouth: how far the lips are drawn together or apart, and the jaw to the side that is not bitten. */
const narrow = 0.13;
const jawShift = 0.09;
/** How far the upper lip is drawn up from teeth it hid, and the longest and shortest teeth. */
const lipRaise = 0.06;
const maxToothLength = 0.2;
const minToothLength = 0.13;
/** Part of the lower lip that the teeth cover. */
const covered = 0.62;
/** How much of the lower lip is drawn in below the teeth. */
const drawnIn = 0.08;
/** Height of the lips in their middle, at least: a smile has drawn them thin, and a bitten lip swells. */
const minLipHeight = { upper: 0.085, lower: 0.24 };
/** How much of the lower lip an open mouth's upper lip covers once it is shut. */
const lipOverlap = 0.2;
/** How far to the side the lip is bitten, as a part of half the mouth. */
export const biteHalfWidth = 0.34;

/** How far the chin follows the lower lip. */
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
  // A mouth that smiles already needs less.
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
    const out = Math.sign(place) * Math.max(0, pulled) * cornerOut * size + place * expression.width * narrow * mouth;
    const corner = along(plan, out, -pulled * cornerUp * size);
    const jaw = along(plan, -offset * jawShift * mouth * round, 0);
    const bitten = smoothstep(Math.abs(place - offset * biteHalfWidth), reach, 0.15);
    const [top, bottom] = [mesh[lipLines.innerUpper[i]!]!, mesh[lipLines.innerLower[i]!]!];
    const gap = depthOf(plan, top, bottom);
    const lowered = 0.3 * gap * (1 - bitten) - raise * bitten;
    const toEdge = addPoints(corner, along(plan, 0, lowered));
    const lip = depthOf(plan, bottom, mesh[lipLines.outerLower[i]!]!);
    // Of an open mouth, a little of the lower lip slips under the upper one: teeth may show above the mesh's edge of it.
    const up = lowered - gap - Math.min(lipOverlap * lip, gap / 2);
    const above = depthOf(plan, mesh[lipLines.outerUpper[i]!]!, top);
    edge.push(addPoints(top, toEdge));
    shifts.push(lowered - gap);
    const full = Math.max(lip * (1 - drawnIn * bitten), minLipHeight.lower * mouth * round);
    thick.push(full);
    upper.set(lipLines.innerUpper[i]!, toEdge);
    lower.set(lipLines.innerLower[i]!, addPoints(addPoints(corner, jaw), along(plan, 0, up)));
    const swollen = Math.max(0, minLipHeight.upper * mouth * round - above);
    const outer = addPoints(corner, along(plan, 0, -raise * 0.75 * bitten - swollen));
    const under = addPoints(addPoints(corner, jaw), along(plan, 0, lowered - gap + full - lip));
    for (const moves of [upper, lower]) {
      moves.set(lipLines.outerUpper[i]!, outer);
      moves.set(lipLines.outerLower[i]!, under);
    }
  }
  const rise = (shifts[4]! + shifts[5]! + shifts[6]!) / 3;
  for (const [index, follows] of chin)
    for (const moves of [upper, lower])
      moves.set(index, along(plan, -offset * jawShift * mouth * follows, rise * follows));
  const lip = Math.max(...thick.slice(3, 8));
  return { edge, length: Math.min(maxToothLength * mouth, Math.max(minToothLength * mouth, covered * lip)) };
}

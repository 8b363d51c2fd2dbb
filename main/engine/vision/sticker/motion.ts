// How the points of a face move for an expression. Lids and lips part or close, so what is above and below moves by itself.

import { cornerLift } from '../analysis/features.ts';
import { ramp } from '../ramp.ts';
import type { Expression } from './expressions.ts';
import { along, depthOf, eyeLines, type FacePlan, lipLines, lipPlaces, type Place } from './face-plan.ts';
import type { ShutEye } from './shut-lid.ts';

/** Movements in px of points of the mesh. */
export type Moves = Map<number, Place>;
/** Where lids or lips meet afterwards: what lies in the outline belongs to the lower part. */
export type Seam = { outline: Place[]; shut: ShutEye | null };
export type Motion = {
  /** What holds above the seams, and below them. */
  upper: Moves;
  lower: Moves;
  seams: Seam[];
  /** The edge of the upper lip afterwards, from the left to the right (as `lipPlaces`), and how long the teeth are, px. */
  bite: { edge: Place[]; length: number };
};

/** Lengths in sizes of the face. */
const BROW = 0.062;
const FROWN = 0.018;
const CORNER_UP = 0.055;
const CORNER_OUT = 0.022;
/** In widths of the mouth: how far the upper lip is drawn up from teeth it hid, and the longest and shortest teeth. */
const RAISE = 0.045;
const LONGEST = 0.165;
const SHORTEST = 0.085;
/** Part of the lower lip that the teeth cover. */
const COVERED = 0.6;
/** How much of the lower lip is drawn in below the teeth. */
const DRAWN_IN = 0.1;
/** Height of the lower lip in its middle, at least, in widths of the mouth: a smile has drawn it thin. */
const FULL = 0.17;
/** From here on an eye counts as shut. */
const SHUT = 0.9;

/** What stays where it is. */
const fixed = [168, 6, 197, 195, 5, 4, 2, 98, 327, 49, 279, 50, 280, 117, 346, 123, 352, 151, 10, 67, 297, 54, 284];
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

/** What moves for an expression of this face. */
export function motionOf(plan: FacePlan, expression: Expression): Motion {
  const still = { x: 0, y: 0 };
  const upper: Moves = new Map(fixed.map((index) => [index, still]));
  const lower: Moves = new Map(upper);
  const seams: Seam[] = [];
  for (const side of ['left', 'right'] as const) {
    moveBrow(plan, side, expression, [upper, lower]);
    const seam = moveLids(plan, side, expression.lids[side], upper, lower);
    if (seam) seams.push(seam);
  }
  const bite = moveMouth(plan, expression, upper, lower);
  const rim = lipLines.outerLower.map((index, i) =>
    moved(plan, index, lower, 0.05 * plan.mouth * (1 - Math.abs(lipPlaces[i]!))),
  );
  seams.push({
    outline: [moved(plan, 61, lower), ...bite.edge, moved(plan, 291, lower), ...rim.slice(1, -1).reverse()],
    shut: null,
  });
  return { upper, lower, seams, bite };
}

/** Where a point is afterwards, `below` px farther down. */
function moved(plan: FacePlan, index: number, moves: Moves, below = 0): Place {
  const { x, y } = plan.mesh[index]!;
  const move = moves.get(index) ?? { x: 0, y: 0 };
  const more = along(plan, 0, below);
  return { x: x + move.x + more.x, y: y + move.y + more.y };
}

const ARCH = [0.7, 1, 1, 0.85, 0.7];
const INNER = [0, 0, 0.15, 0.6, 1];

function moveBrow(plan: FacePlan, side: 'left' | 'right', { brows, inner }: Expression, both: Moves[]): void {
  const { top, bottom } = eyeLines[side].brow;
  for (const line of [top, bottom]) {
    for (const [i, index] of line.entries()) {
      const up = (brows[side] * ARCH[i]! + inner * INNER[i]!) * BROW * plan.size;
      const together = Math.max(0, -inner) * INNER[i]! * FROWN * plan.size * (side === 'left' ? 1 : -1);
      for (const moves of both) moves.set(index, along(plan, together, -up));
    }
  }
}

/** @returns the seam where the lid has come down */
function moveLids(plan: FacePlan, side: 'left' | 'right', closed: number, upper: Moves, lower: Moves): Seam | null {
  const { mesh } = plan;
  const lines = eyeLines[side];
  const both = [upper, lower];
  const still = { x: 0, y: 0 };
  for (const index of [...lines.corners, ...lines.below]) for (const moves of both) moves.set(index, still);
  const edge: Place[] = [];
  for (const [i, index] of lines.upper.entries()) {
    const under = mesh[lines.lower[i]!]!;
    const gap = depthOf(plan, mesh[index]!, under);
    // A shut eye's lids meet near the lower one, which comes up a little to meet them.
    const down = along(plan, 0, closed * gap * 0.94);
    const meets = along(plan, 0, -Math.max(0, closed) * gap * 0.06);
    edge.push({ x: mesh[index]!.x + down.x, y: mesh[index]!.y + down.y });
    upper.set(index, down);
    lower.set(index, closed > 0 ? still : down);
    lower.set(lines.lower[i]!, meets);
    if (closed <= 0) upper.set(lines.lower[i]!, meets);
    const crease = along(plan, 0, closed * gap * (closed > 0 ? 0.22 : 0.7));
    for (const moves of both) moves.set(lines.crease[i]!, crease);
  }
  if (closed <= 0) return null;
  const [outer, inner] = [mesh[lines.corners[0]]!, mesh[lines.corners[1]]!];
  const outline = [outer, ...edge, inner, ...lines.below.map((index) => mesh[index]!)];
  if (closed < SHUT) return { outline, shut: null };
  // The lashes of the open eye reach up to the fold and above.
  const crease = lines.crease.map((index, i) => {
    const gap = depthOf(plan, mesh[lines.upper[i]!]!, mesh[lines.lower[i]!]!);
    return moved(plan, index, upper, -0.3 * gap);
  });
  return { outline, shut: { crease: [outer, ...crease, inner], seam: [outer, ...edge, inner] } };
}

function moveMouth(plan: FacePlan, expression: Expression, upper: Moves, lower: Moves): Motion['bite'] {
  const { mesh, size, mouth } = plan;
  const { at, teeth } = expression.bite;
  // A mouth that smiles already needs less.
  const free = 1 - 0.65 * ramp(cornerLift(mesh), 0.02, 0.12);
  const reach = teeth === 4 ? 0.72 : 0.55;
  const open = depthOf(plan, mesh[13]!, mesh[14]!) / mouth;
  const raise = RAISE * mouth * (1 - ramp(open, 0.04, 0.18));
  const edge: Place[] = [];
  const shifts: number[] = [];
  const thick: number[] = [];
  for (const [i, place] of lipPlaces.entries()) {
    const side = place < 0 ? expression.corners.left : expression.corners.right;
    const pulled = side * (side > 0 ? free : 1) * Math.abs(place) ** 1.6;
    const corner = along(plan, Math.sign(place) * Math.max(0, pulled) * CORNER_OUT * size, -pulled * CORNER_UP * size);
    const bitten = ramp(Math.abs(place - at * 0.3), reach, 0.15);
    const [top, bottom] = [mesh[lipLines.innerUpper[i]!]!, mesh[lipLines.innerLower[i]!]!];
    const gap = depthOf(plan, top, bottom);
    const lowered = 0.3 * gap * (1 - bitten) - raise * bitten;
    const toEdge = plus(corner, along(plan, 0, lowered));
    const up = lowered - gap;
    const lip = depthOf(plan, bottom, mesh[lipLines.outerLower[i]!]!);
    edge.push({ x: top.x + toEdge.x, y: top.y + toEdge.y });
    shifts.push(up);
    const full = Math.max(lip * (1 - DRAWN_IN * bitten), FULL * mouth * (1 - place * place) ** 1.5);
    thick.push(full);
    upper.set(lipLines.innerUpper[i]!, toEdge);
    lower.set(lipLines.innerLower[i]!, plus(corner, along(plan, 0, up)));
    const outer = plus(corner, along(plan, 0, -raise * 0.75 * bitten));
    const under = plus(corner, along(plan, 0, up + full - lip));
    for (const moves of [upper, lower]) {
      moves.set(lipLines.outerUpper[i]!, outer);
      moves.set(lipLines.outerLower[i]!, under);
    }
  }
  const rise = (shifts[4]! + shifts[5]! + shifts[6]!) / 3;
  for (const [index, follows] of chin)
    for (const moves of [upper, lower]) moves.set(index, along(plan, 0, rise * follows));
  const lip = Math.max(...thick.slice(3, 8));
  return { edge, length: Math.min(LONGEST * mouth, Math.max(SHORTEST * mouth, COVERED * lip)) };
}

function plus(a: Place, b: Place): Place {
  return { x: a.x + b.x, y: a.y + b.y };
}

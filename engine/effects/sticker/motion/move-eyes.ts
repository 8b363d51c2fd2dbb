/** Moves brows, lids and irises. Constants only change the look. */
import { smoothstep } from '../../../pixels/smoothstep.ts';
import type { Expression } from './expressions.ts';
import { depthOf, eyeLines, type FacePlan, offsetPoint, type Place, type PointOffsets, toOffset } from './face-plan.ts';

/**
 * Lines from corner to corner: the fold, the seam of the lids, and a line below the lower lashes. `orbit`, without
 * corners, is halfway from fold to brow.
 */
export type ClosedEye = { crease: Place[]; seam: Place[]; under: Place[]; orbit: Place[] };
/** The lower motion applies inside. */
export type Seam = { outline: Place[]; shut: ClosedEye | null };

type Side = 'left' | 'right';

/** In face sizes. */
const browLift = 0.085;
const frown = 0.03;
/** Share of the way to the fold. */
const maxBrowDrop = 0.6;
/** In eye openings. */
const widened = { up: 0.42, down: 0.16 };
/** In eye openings above the lower lid, which a smile pushes up. */
const seamHeight = { calm: 0.06, smiling: 0.42 };
/** Length in eye openings. */
const lowerLashes = 0.3;
const minShut = 0.9;
/** In eye widths. */
const glanceReach = 0.16;
/** Height by width: a shut eye has no iris, and needs no new lid. */
const openRatio = { from: 0.14, to: 0.24 };
/** Brows of turned heads move less, because the mesh guesses their far ends. */
const yawDamping = { share: 0.4, from: 0.5, to: 0.85 };

/** Outer to inner end. */
const archWeights = [0.7, 1, 1, 0.85, 0.7];
const innerWeights = [0, 0, 0.15, 0.6, 1];

export function moveBrow(
  plan: FacePlan,
  side: Side,
  { brows, inner }: Expression,
  both: readonly PointOffsets[],
): void {
  const { brow, crease } = eyeLines[side];
  const maxLift =
    browLift *
    plan.size *
    (yawDamping.share + (1 - yawDamping.share) * smoothstep(plan.front, yawDamping.from, yawDamping.to));
  for (const line of [brow.top, brow.bottom]) {
    for (const [i, index] of line.entries()) {
      const fold = plan.mesh[crease[Math.round((i * (crease.length - 1)) / (line.length - 1))]!]!;
      const room = Math.max(0, depthOf(plan, plan.mesh[brow.bottom[i]!]!, fold));
      const up = Math.max(-maxBrowDrop * room, (brows[side] * archWeights[i]! + inner * innerWeights[i]!) * maxLift);
      const together = Math.max(0, -inner) * innerWeights[i]! * frown * plan.size * (side === 'left' ? 1 : -1);
      for (const moves of both) moves.set(index, toOffset(plan, together, -up));
    }
  }
}

/** @returns the seam of a lowered lid */
export function moveLids(
  plan: FacePlan,
  side: Side,
  expression: Expression,
  upper: PointOffsets,
  lower: PointOffsets,
): Seam | null {
  const { mesh } = plan;
  const lines = eyeLines[side];
  const open = opennessOf(plan, side);
  const closed = expression.lids[side] * open;
  const [shutting, widening] = [Math.max(0, closed), Math.max(0, -closed)];
  const meet =
    shutting *
    (seamHeight.calm + (seamHeight.smiling - seamHeight.calm) * smoothstep(expression.corners[side], 0.3, 0.8));
  const both = [upper, lower];
  const noOffset = { x: 0, y: 0 };
  for (const index of [...lines.corners, ...lines.underEye]) for (const moves of both) moves.set(index, noOffset);
  const edge: Place[] = [];
  for (const [i, index] of lines.upper.entries()) {
    const under = mesh[lines.lower[i]!]!;
    const gap = depthOf(plan, mesh[index]!, under);
    const down = toOffset(plan, 0, (shutting - meet - widening * widened.up) * gap);
    const meets = toOffset(plan, 0, (widening * widened.down - meet) * gap);
    edge.push({ x: mesh[index]!.x + down.x, y: mesh[index]!.y + down.y });
    upper.set(index, down);
    lower.set(index, shutting > 0 ? noOffset : down);
    lower.set(lines.lower[i]!, meets);
    if (shutting === 0) upper.set(lines.lower[i]!, meets);
    const crease = toOffset(plan, 0, (shutting * 0.22 - widening * widened.up * 0.7) * gap);
    for (const moves of both) moves.set(lines.crease[i]!, crease);
  }
  if (shutting < minShut) moveIris(plan, side, expression.glance * open, both);
  if (shutting === 0) return null;
  const [outer, inner] = [mesh[lines.corners[0]]!, mesh[lines.corners[1]]!];
  const outline = [outer, ...edge, inner, ...lines.underEye.map((index) => mesh[index]!)];
  if (shutting < minShut) return { outline, shut: null };
  // Lashes of the open eye reach beyond the fold.
  const crease = lines.crease.map((index, i) => {
    const gap = depthOf(plan, mesh[lines.upper[i]!]!, mesh[lines.lower[i]!]!);
    return offsetPoint(plan, index, upper, -0.3 * gap);
  });
  const under = lines.lower.map((index, i) => {
    const gap = depthOf(plan, mesh[lines.upper[i]!]!, mesh[index]!);
    return offsetPoint(plan, index, new Map(), lowerLashes * gap);
  });
  const brow = lines.brow.bottom.map((index) => offsetPoint(plan, index, upper));
  const orbit = crease.map((fold, i) => between(fold, placeOn(brow, i / (crease.length - 1)), 0.5));
  return {
    outline,
    shut: { crease: [outer, ...crease, inner], seam: [outer, ...edge, inner], under: [outer, ...under, inner], orbit },
  };
}

/** @param t 0..1 */
function placeOn(line: readonly Place[], t: number): Place {
  const from = Math.min(line.length - 2, Math.floor(t * (line.length - 1)));
  return between(line[from]!, line[from + 1]!, t * (line.length - 1) - from);
}

function between(a: Place, b: Place, t: number): Place {
  return { x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y) };
}

/** 0 is shut, 1 open. */
function opennessOf(plan: FacePlan, side: Side): number {
  const { corners, upper, lower } = eyeLines[side];
  const height = depthOf(plan, plan.mesh[upper[3]!]!, plan.mesh[lower[3]!]!);
  return smoothstep(height / widthOf(plan, corners), openRatio.from, openRatio.to);
}

function widthOf({ mesh }: FacePlan, [outer, inner]: readonly [number, number]): number {
  return Math.hypot(mesh[outer]!.x - mesh[inner]!.x, mesh[outer]!.y - mesh[inner]!.y);
}

function moveIris(plan: FacePlan, side: Side, amount: number, both: readonly PointOffsets[]): void {
  const { corners, iris } = eyeLines[side];
  const move = toOffset(plan, amount * glanceReach * widthOf(plan, corners), 0);
  if (amount !== 0) for (const index of iris) for (const moves of both) moves.set(index, move);
}

/** How brows, lids and glance move for an expression. */
import { smoothstep } from '../../../pixels/smoothstep.ts';
import type { Expression } from './expressions.ts';
import { along, depthOf, eyeLines, type FacePlan, offsetPoint, type Place, type PointOffsets } from './face-plan.ts';

/**
 * Lines from the outer to the inner corner, both included: the fold above the lid, where the lids meet, and below the lower lashes.
 * `orbit`, without the corners, is halfway from the fold to the brow: bare skin of the upper lid lies between the fold and it.
 */
export type ClosedEye = { crease: Place[]; seam: Place[]; under: Place[]; orbit: Place[] };
/** Where lids or lips meet afterwards: what lies in the outline belongs to the lower part. */
export type Seam = { outline: Place[]; shut: ClosedEye | null };

type Side = 'left' | 'right';

/** Lengths in sizes of the face. */
const browLift = 0.085;
const frown = 0.03;
/** How much of the way to the fold of the lid a brow can come down. */
const maxBrowDrop = 0.6;
/** Of the opening: how far lids of a wide eye part beyond it. */
const wide = { up: 0.42, down: 0.16 };
/** Where shut lids meet, as a part of the opening above the lower lid: calm, and with the cheek pushed up by a smile. */
const seamHeight = { calm: 0.06, smiling: 0.42 };
/** How far the lower lashes reach below the lower lid, in parts of the opening. */
const belowLashes = 0.3;
/** From here on an eye counts as shut. */
const shutFrom = 0.9;
/** How far a glance to the side moves the iris, in widths of the eye. */
const glanceReach = 0.16;
/** Height by width of an eye that is shut already, and of one that is surely open: what is shut has no iris, and needs no new lid. */
const openRatio = { from: 0.14, to: 0.24 };
/** How much brows move on a head that is turned away: their far ends are not seen, and the mesh guesses at depths. */
const turned = { share: 0.4, from: 0.5, to: 0.85 };

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
    browLift * plan.size * (turned.share + (1 - turned.share) * smoothstep(plan.front, turned.from, turned.to));
  for (const line of [brow.top, brow.bottom]) {
    for (const [i, index] of line.entries()) {
      const fold = plan.mesh[crease[Math.round((i * (crease.length - 1)) / (line.length - 1))]!]!;
      const room = Math.max(0, depthOf(plan, plan.mesh[brow.bottom[i]!]!, fold));
      const up = Math.max(-maxBrowDrop * room, (brows[side] * archWeights[i]! + inner * innerWeights[i]!) * maxLift);
      const together = Math.max(0, -inner) * innerWeights[i]! * frown * plan.size * (side === 'left' ? 1 : -1);
      for (const moves of both) moves.set(index, along(plan, together, -up));
    }
  }
}

/** @returns the seam where the lid has come down */
export function moveLids(
  plan: FacePlan,
  side: Side,
  expression: Expression,
  upper: PointOffsets,
  lower: PointOffsets,
): Seam | null {
  const { mesh } = plan;
  const lines = eyeLines[side];
  const open = opening(plan, side);
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
    const down = along(plan, 0, (shutting - meet - widening * wide.up) * gap);
    const meets = along(plan, 0, (widening * wide.down - meet) * gap);
    edge.push({ x: mesh[index]!.x + down.x, y: mesh[index]!.y + down.y });
    upper.set(index, down);
    lower.set(index, shutting > 0 ? noOffset : down);
    lower.set(lines.lower[i]!, meets);
    if (shutting === 0) upper.set(lines.lower[i]!, meets);
    const crease = along(plan, 0, (shutting * 0.22 - widening * wide.up * 0.7) * gap);
    for (const moves of both) moves.set(lines.crease[i]!, crease);
  }
  if (shutting < shutFrom) glance(plan, side, expression.glance * open, both);
  if (shutting === 0) return null;
  const [outer, inner] = [mesh[lines.corners[0]]!, mesh[lines.corners[1]]!];
  const outline = [outer, ...edge, inner, ...lines.underEye.map((index) => mesh[index]!)];
  if (shutting < shutFrom) return { outline, shut: null };
  // The lashes of the open eye reach up to the fold and above.
  const crease = lines.crease.map((index, i) => {
    const gap = depthOf(plan, mesh[lines.upper[i]!]!, mesh[lines.lower[i]!]!);
    return offsetPoint(plan, index, upper, -0.3 * gap);
  });
  const under = lines.lower.map((index, i) => {
    const gap = depthOf(plan, mesh[lines.upper[i]!]!, mesh[index]!);
    return offsetPoint(plan, index, new Map(), belowLashes * gap);
  });
  const brow = lines.brow.bottom.map((index) => offsetPoint(plan, index, upper));
  const orbit = crease.map((fold, i) => between(fold, placeOn(brow, i / (crease.length - 1)), 0.5));
  return {
    outline,
    shut: { crease: [outer, ...crease, inner], seam: [outer, ...edge, inner], under: [outer, ...under, inner], orbit },
  };
}

/** The place at part `t` of a line's points. */
function placeOn(line: readonly Place[], t: number): Place {
  const from = Math.min(line.length - 2, Math.floor(t * (line.length - 1)));
  return between(line[from]!, line[from + 1]!, t * (line.length - 1) - from);
}

function between(a: Place, b: Place, t: number): Place {
  return { x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y) };
}

/** 0 where an eye is shut, 1 where it is open. */
function opening(plan: FacePlan, side: Side): number {
  const { corners, upper, lower } = eyeLines[side];
  const height = depthOf(plan, plan.mesh[upper[3]!]!, plan.mesh[lower[3]!]!);
  return smoothstep(height / widthOf(plan, corners), openRatio.from, openRatio.to);
}

function widthOf({ mesh }: FacePlan, [outer, inner]: readonly [number, number]): number {
  return Math.hypot(mesh[outer]!.x - mesh[inner]!.x, mesh[outer]!.y - mesh[inner]!.y);
}

/** Moves the iris between the lids. */
function glance(plan: FacePlan, side: Side, amount: number, both: readonly PointOffsets[]): void {
  const { corners, iris } = eyeLines[side];
  const move = along(plan, amount * glanceReach * widthOf(plan, corners), 0);
  if (amount !== 0) for (const index of iris) for (const moves of both) moves.set(index, move);
}

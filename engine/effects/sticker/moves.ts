/** What a movement of a face is made of. */
import { along, type FacePlan, type Place } from './face-plan.ts';
import type { ShutEye } from './shut-lid.ts';

/** Movements in px of points of the mesh. */
export type Moves = Map<number, Place>;
/** Where lids or lips meet afterwards: what lies in the outline belongs to the lower part. */
export type Seam = { outline: Place[]; shut: ShutEye | null };

/** Where a point is afterwards, `below` px farther down. */
export function moved(plan: FacePlan, index: number, moves: Moves, below = 0): Place {
  const { x, y } = plan.mesh[index]!;
  return plus({ x, y }, plus(moves.get(index) ?? { x: 0, y: 0 }, along(plan, 0, below)));
}

export function plus(a: Place, b: Place): Place {
  return { x: a.x + b.x, y: a.y + b.y };
}

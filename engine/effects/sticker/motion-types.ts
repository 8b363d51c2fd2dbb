/** What a movement of a face is made of. */

import type { ClosedEye } from './closed-lid.ts';
import { along, type FacePlan, type Place } from './face-plan.ts';

/** Movements in px of points of the mesh. */
export type PointOffsets = Map<number, Place>;
/** Where lids or lips meet afterwards: what lies in the outline belongs to the lower part. */
export type Seam = { outline: Place[]; shut: ClosedEye | null };

/** Where a point is afterwards, `downward` px farther down. */
export function offsetPoint(plan: FacePlan, index: number, moves: PointOffsets, downward = 0): Place {
  const { x, y } = plan.mesh[index]!;
  return addPoints({ x, y }, addPoints(moves.get(index) ?? { x: 0, y: 0 }, along(plan, 0, downward)));
}

export function addPoints(a: Place, b: Place): Place {
  return { x: a.x + b.x, y: a.y + b.y };
}

/** The faces of a photograph as places of a strength of their own: what was found, and what a version has already. Pure. */
import type { Box } from '../../../../contract/jobs/result.ts';
import type { FaceStrength } from '../../../../contract/touch-up/touch-up.ts';
import type { Size } from '../../../state/stage/stageGeometry.ts';
import { isSameFace } from './touchUp.ts';

export type Oval = Omit<FaceStrength, 'strength'>;

/** What finders of faces call a face ends at the brows; skin goes on to the hair, this much of its height. */
const forehead = 0.25;
const sideMargin = 0.08;

/** @param found in parts of the photograph's sides */
export function ovalsOf(found: readonly Box[], photographSize: Size, own: readonly FaceStrength[]): Oval[] {
  const seen = found.map((box): Oval => {
    const width = box.width * photographSize.width;
    const height = box.height * photographSize.height;
    return {
      shape: 'ellipse',
      x: Math.round(box.x * photographSize.width - width * sideMargin),
      y: Math.round(box.y * photographSize.height - height * forehead),
      width: Math.max(1, Math.round(width * (1 + 2 * sideMargin))),
      height: Math.max(1, Math.round(height * (1 + forehead))),
    };
  });
  // Those that have a strength stay where it was set.
  const kept = own.map(({ strength: _, ...oval }): Oval => oval);
  return [...kept, ...seen.filter((oval) => !kept.some((keptOval) => isSameFace(keptOval, oval)))].sort(
    (a, b) => a.x - b.x,
  );
}

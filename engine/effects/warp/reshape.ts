/**
 * Reshapes a face at full resolution. Reading order: displacements (`displacement-field.ts`) come from `eyes.ts` and
 * `face-shape.ts`, with `stiffness.ts`, `thin-plate.ts` and `solve-laplace.ts`; `resample.ts` applies them.
 */
import type { Rect } from '../../pixels/plane.ts';
import type { Face } from '../../vision/face/find-faces.ts';
import type { Photo } from '../../vision/photo/decode.ts';
import type { Segmentation } from '../../vision/segmentation.ts';
import { clampAtBorders, composeDisplacements, type Displacement, type Field, fieldOf } from './displacement-field.ts';
import { enlargeEyes } from './eyes.ts';
import { extentOf, reshapeFace, shapeReach } from './face-shape.ts';
import { warpPhoto } from './resample.ts';
import { createStiffness } from './stiffness.ts';

/** Strengths; 0 changes nothing. */
type Reshaping = { slim: number; shrink: number; eyes: number };

/** Per size of the face. */
const cells = 128;
/** In sizes of the face. */
const borderReach = 0.2;

/**
 * Changes `photo` in place, up to `shapeReach` around the face.
 * @param segmentations coarse to fine
 */
export function reshape(
  photo: Photo,
  face: Face,
  segmentations: readonly Segmentation[],
  { slim, shrink, eyes }: Reshaping,
): void {
  const displacements: Displacement[] = [];
  if (eyes > 0) displacements.push(enlargeEyes(face, eyes));
  if (slim > 0 || shrink > 0) {
    displacements.push(reshapeFace(face, { slim, shrink }, createStiffness(photo, face, segmentations)));
  }
  if (displacements.length > 0) warpPhoto(photo, fieldAround(photo, face, displacements.reduce(composeDisplacements)));
}

function fieldAround(photo: Photo, face: Face, displacement: Displacement): Field {
  const size = extentOf(face);
  const rect = rectAround(photo, face, size * (shapeReach + 0.02));
  const damped = clampAtBorders(displacement, photo.width, photo.height, size * borderReach);
  return fieldOf(rect, Math.max(1, size / cells), damped);
}

function rectAround({ width, height }: Photo, { box }: Face, margin: number): Rect {
  const x = Math.max(0, Math.floor(box.left - margin));
  const y = Math.max(0, Math.floor(box.top - margin));
  return {
    x,
    y,
    width: Math.max(0, Math.min(width, Math.ceil(box.left + box.width + margin)) - x),
    height: Math.max(0, Math.min(height, Math.ceil(box.top + box.height + margin)) - y),
  };
}

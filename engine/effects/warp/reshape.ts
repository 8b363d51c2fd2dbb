/** Gives one face of a photograph another shape, at the photograph's own resolution. */
import type { Rect } from '../../pixels/plane.ts';
import type { Face } from '../../vision/face/find-faces.ts';
import type { Photo } from '../../vision/photo/decode.ts';
import type { Segmentation } from '../../vision/segmentation.ts';
import { backdropOf } from './backdrop.ts';
import { warpPeople } from './compose.ts';
import { clampAtBorders, composeDisplacements, type Displacement, type Field, fieldOf } from './displacement-field.ts';
import { enlargeEyes } from './eyes.ts';
import { extentOf, reshapeFace, shapeReach } from './face-shape.ts';
import { analyzePerson, type PersonView, stiffnessAt } from './person.ts';
import { fieldAt, warpPhoto } from './resample.ts';

/** Strengths from 0 (stays) on: `slim` and `shrink` of the face, `eyes` larger. */
export type Reshaping = { slim: number; shrink: number; eyes: number };

/** Cells of the field per face: finer than anything that bends. */
const cells = 128;
/** Within this part of the face's size a border of the photograph holds back what would cross it. */
const border = 0.2;

/**
 * Changes `photo` in place, inside the face and up to `shapeReach` of its size around; only people, not what is behind them.
 * @param segmentations of the photograph, coarse to fine
 */
export async function reshape(
  photo: Photo,
  face: Face,
  segmentations: readonly Segmentation[],
  { slim, shrink, eyes }: Reshaping,
): Promise<void> {
  if (slim > 0 || shrink > 0)
    reshapeIn(await analyzePerson(photo, face, segmentations), photo, face, { slim, shrink, eyes });
  else if (eyes > 0) warpPhoto(photo, fieldAround(photo, face, enlargeEyes(face, eyes)));
}

/** The same, once the surroundings of the face have been looked at. */
export function reshapeIn(view: PersonView, photo: Photo, face: Face, { slim, shrink, eyes }: Reshaping): void {
  const shape = reshapeFace(face, { slim, shrink }, stiffnessAt(view, heightOn(face)));
  const field = fieldAround(photo, face, eyes > 0 ? composeDisplacements(enlargeEyes(face, eyes), shape) : shape);
  warpPeople(photo, field, backdropOf(photo, view, view.rect, extentOf(face), movementLengthOf(field)));
}

function fieldAround(photo: Photo, face: Face, displacement: Displacement): Field {
  const size = extentOf(face);
  const rect = rectAround(photo, face, size * (shapeReach + 0.02));
  const calm = clampAtBorders(displacement, photo.width, photo.height, size * border);
  return fieldOf(rect, Math.max(1, size / cells), calm);
}

/** How far a field moves a place, px; 0 outside it. */
function movementLengthOf(field: Field): (x: number, y: number) => number {
  const { rect } = field;
  const move = new Float64Array(2);
  return (x, y) => {
    if (x < rect.x || y < rect.y || x >= rect.x + rect.width || y >= rect.y + rect.height) return 0;
    fieldAt(field, x, y, move);
    return Math.hypot(move[0]!, move[1]!);
  };
}

/** How far down a face a place is: 0 at the eyes, 1 at the chin. */
function heightOn({ mesh }: Face): (x: number, y: number) => number {
  const [eyes, chin] = [mesh[168]!, mesh[152]!];
  const [dx, dy] = [chin.x - eyes.x, chin.y - eyes.y];
  const square = dx * dx + dy * dy;
  return (x, y) => ((x - eyes.x) * dx + (y - eyes.y) * dy) / square;
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

/** Gives one face of a photograph another shape, at the photograph's own resolution. */
import type { Face } from '../face/human.ts';
import type { Photo } from '../photo/decode.ts';
import type { Rect } from '../pixels/plane.ts';
import type { Segmentation } from '../segmentation.ts';
import { findBackground } from './background.ts';
import { enlargeEyes } from './eyes.ts';
import { extentOf, reshapeFace, shapeReach } from './face-shape.ts';
import { after, fieldOf, still, withinBorders } from './field.ts';
import { warpPhoto } from './resample.ts';

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
  if (slim === 0 && shrink === 0 && eyes === 0) return;
  const size = extentOf(face);
  const isShaped = slim > 0 || shrink > 0;
  const shape = isShaped ? reshapeFace(face, { slim, shrink }) : still;
  const larger = eyes === 0 ? still : enlargeEyes(face, eyes);
  const displacement = withinBorders(after(larger, shape), photo.width, photo.height, size * border);
  const rect = rectAround(photo, face, size * (shapeReach + 0.02));
  const background = isShaped ? await findBackground(photo, face, segmentations) : undefined;
  warpPhoto(photo, fieldOf(rect, Math.max(1, size / cells), displacement), background);
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

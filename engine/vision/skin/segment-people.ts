/** Frames of people and faces for the segmentation, and bounds of their skin. Frame sizes are own choices. */
import type { Rect } from '../../pixels/plane.ts';
import type { Face, Pixels } from '../face/find-faces.ts';
import type { Frame } from '../photo/frame.ts';
import { type Segmentation, segment, segmentPhoto } from '../segmentation.ts';
import { sizeOf } from './skin-region.ts';

/** Side and offset down, in face sizes. */
const faceSquare = { side: 2.2, below: 0 };
const personSquare = { side: 5, below: 0.6 };
/** For `skinRect`. */
const minSkinProbability = 0.1;

/** Segments the photograph, people, and faces, the largest last: later segmentations replace earlier ones. */
export async function segmentPeople(
  photo: Pixels,
  faces: readonly Face[],
  yieldToEventLoop: () => Promise<void>,
): Promise<Segmentation[]> {
  const frames: Frame[] = [];
  for (const { side, below } of [personSquare, faceSquare]) {
    for (const face of faces.toReversed()) frames.push(frameAround(face, side, below));
  }
  await yieldToEventLoop();
  const segmentations = [await segmentPhoto(photo)];
  for (const frame of frames) {
    await yieldToEventLoop();
    segmentations.push(await segment(photo, frame));
  }
  return segmentations;
}

/** Covers `faceRect`. */
export async function segmentPerson(photo: Pixels, face: Face): Promise<Segmentation[]> {
  return [
    await segment(photo, frameAround(face, personSquare.side, personSquare.below)),
    await segmentFace(photo, face),
  ];
}

/** Covers `faceRect` except its border. */
export async function segmentFace(photo: Pixels, face: Face): Promise<Segmentation> {
  return segment(photo, frameAround(face, faceSquare.side, faceSquare.below));
}

function frameAround(face: Face, side: number, below: number) {
  const { left, top, width, height } = face.box;
  const size = sizeOf(face);
  return { x: left + width / 2, y: top + height / 2 + below * size, side: side * size, angle: 0 };
}

/** Square of a retouch, cut at the borders. */
export function faceRect(photo: Pixels, face: Face): Rect {
  const { left, top, width, height } = face.box;
  const reach = (faceSquare.side * sizeOf(face)) / 2;
  const [x, y] = [left + width / 2, top + height / 2];
  return rectBetween(photo, x - reach, y - reach, x + reach, y + reach);
}

/** Bounds of all skin and faces. */
export function skinRect(photo: Pixels, faces: readonly Face[], segmentations: readonly Segmentation[]): Rect {
  const bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  const extend = (left: number, top: number, right: number, bottom: number) => {
    bounds.left = Math.min(bounds.left, left);
    bounds.top = Math.min(bounds.top, top);
    bounds.right = Math.max(bounds.right, right);
    bounds.bottom = Math.max(bounds.bottom, bottom);
  };
  for (const face of faces) {
    const rect = faceRect(photo, face);
    extend(rect.x, rect.y, rect.x + rect.width, rect.y + rect.height);
  }
  for (const { frame, planes } of segmentations) {
    const { width, data } = planes.bodySkin;
    const step = frame.side / width;
    const [left, top] = [frame.x - frame.side / 2, frame.y - frame.side / 2];
    for (let i = 0; i < data.length; i++) {
      if (data[i]! < minSkinProbability) continue;
      const x = left + (i % width) * step;
      const y = top + Math.floor(i / width) * step;
      extend(x - step, y - step, x + 2 * step, y + 2 * step);
    }
  }
  return rectBetween(photo, bounds.left, bounds.top, bounds.right, bounds.bottom);
}

function rectBetween({ width, height }: Pixels, left: number, top: number, right: number, bottom: number): Rect {
  const x = Math.max(0, Math.floor(left));
  const y = Math.max(0, Math.floor(top));
  return { x, y, width: Math.min(width, Math.ceil(right)) - x, height: Math.min(height, Math.ceil(bottom)) - y };
}

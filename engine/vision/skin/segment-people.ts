/** Where the people of a photograph are looked at, and where their skin lies. */
import type { Rect } from '../../pixels/plane.ts';
import type { Face, Pixels } from '../face/find-faces.ts';
import type { Frame } from '../photo/frame.ts';
import { type Segmentation, segment, segmentWhole } from '../segmentation.ts';
import { sizeOf } from './skin-region.ts';

/** Sides of the squares that are looked at, in sizes of the face, and how far their middle is below the face's. */
const faceFrame = { side: 2.2, below: 0 };
const personFrame = { side: 5, below: 0.6 };
/** Probability at which a place of the coarse look counts for the rectangle that holds all skin. */
const maybeSkin = 0.1;

/** Coarse to fine: the whole photograph, each person, each face; the largest person last, so that nobody covers them. */
export async function segmentPeople(
  photo: Pixels,
  faces: readonly Face[],
  yieldToEventLoop: () => Promise<void>,
): Promise<Segmentation[]> {
  const frames: Frame[] = [];
  for (const { side, below } of [personFrame, faceFrame]) {
    for (const face of faces.toReversed()) frames.push(frameAround(face, side, below));
  }
  await yieldToEventLoop();
  const segmentations = [await segmentWhole(photo)];
  for (const frame of frames) {
    await yieldToEventLoop();
    segmentations.push(await segment(photo, frame));
  }
  return segmentations;
}

/** One person and their face: all of `faceRect`. */
export async function segmentPerson(photo: Pixels, face: Face): Promise<Segmentation[]> {
  return [await segment(photo, frameAround(face, personFrame.side, personFrame.below)), await segmentFace(photo, face)];
}

/** The square around one face alone: of `faceRect` all but its border. */
export async function segmentFace(photo: Pixels, face: Face): Promise<Segmentation> {
  return segment(photo, frameAround(face, faceFrame.side, faceFrame.below));
}

function frameAround(face: Face, side: number, below: number) {
  const { left, top, width, height } = face.box;
  const size = sizeOf(face);
  return { x: left + width / 2, y: top + height / 2 + below * size, side: side * size, angle: 0 };
}

/** The square around a face in which it is retouched, cut at the photograph's borders. */
export function faceRect(photo: Pixels, face: Face): Rect {
  const { left, top, width, height } = face.box;
  const reach = (faceFrame.side * sizeOf(face)) / 2;
  const [x, y] = [left + width / 2, top + height / 2];
  return rectBetween(photo, x - reach, y - reach, x + reach, y + reach);
}

/** The rectangle that holds all skin of a photograph, and all faces. */
export function skinRect(photo: Pixels, faces: readonly Face[], segmentations: readonly Segmentation[]): Rect {
  const reached = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  const reach = (left: number, top: number, right: number, bottom: number) => {
    reached.left = Math.min(reached.left, left);
    reached.top = Math.min(reached.top, top);
    reached.right = Math.max(reached.right, right);
    reached.bottom = Math.max(reached.bottom, bottom);
  };
  for (const face of faces) {
    const rect = faceRect(photo, face);
    reach(rect.x, rect.y, rect.x + rect.width, rect.y + rect.height);
  }
  for (const { frame, planes } of segmentations) {
    const { width, data } = planes.bodySkin;
    const step = frame.side / width;
    const [left, top] = [frame.x - frame.side / 2, frame.y - frame.side / 2];
    for (let i = 0; i < data.length; i++) {
      if (data[i]! < maybeSkin) continue;
      const x = left + (i % width) * step;
      const y = top + Math.floor(i / width) * step;
      reach(x - step, y - step, x + 2 * step, y + 2 * step);
    }
  }
  return rectBetween(photo, reached.left, reached.top, reached.right, reached.bottom);
}

function rectBetween({ width, height }: Pixels, left: number, top: number, right: number, bottom: number): Rect {
  const x = Math.max(0, Math.floor(left));
  const y = Math.max(0, Math.floor(top));
  return { x, y, width: Math.min(width, Math.ceil(right)) - x, height: Math.min(height, Math.ceil(bottom)) - y };
}

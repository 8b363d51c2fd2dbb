/** Sorts a person's pixels into hair, body skin, face skin, clothes and other things (selfie_multiclass). */
import { createPlane, type Plane } from '../pixels/plane.ts';
import { cropFrame, type Frame, type Pixels } from './photo/frame.ts';
import { runOnPixels } from './runtimes/onnx.ts';

export const segmentClasses = ['background', 'hair', 'bodySkin', 'faceSkin', 'clothes', 'others'] as const;
export type SegmentClass = (typeof segmentClasses)[number];
/** For each class the probability 0..1 at each of 256 x 256 places of a frame; the classes add up to 1. */
export type Segmentation = { frame: Frame; planes: Record<SegmentClass, Plane> };

const size = 256;
/** Segmentations of whole photographs. */
const wholes = new WeakMap<Pixels, Segmentation>();

/**
 * Looks at the whole photograph in a square around it; once, because several steps of an operation need it. The pixels of the
 * photograph are expected to stay unchanged until the last of them.
 */
export async function segmentWhole(photo: Pixels): Promise<Segmentation> {
  const known = wholes.get(photo);
  if (known) return known;
  const { width, height } = photo;
  const seen = await segment(photo, { x: width / 2, y: height / 2, side: Math.max(width, height), angle: 0 });
  wholes.set(photo, seen);
  return seen;
}

/** Looks at what lies in a frame; best when one person fills most of it. */
export async function segment(photo: Pixels, frame: Frame): Promise<Segmentation> {
  const [logits] = await runOnPixels('selfie-multiclass', cropFrame(photo, frame, size, -1, 1), size);
  const planes = segmentClasses.map(() => createPlane(size, size));
  const count = planes.length;
  for (let i = 0; i < size * size; i++) {
    // Softmax; the largest logit is taken off first so that no exponential overflows.
    let maxLogit = -Infinity;
    for (let c = 0; c < count; c++) maxLogit = Math.max(maxLogit, logits![i * count + c]!);
    let sum = 0;
    for (let c = 0; c < count; c++) {
      const value = Math.exp(logits![i * count + c]! - maxLogit);
      planes[c]!.data[i] = value;
      sum += value;
    }
    for (let c = 0; c < count; c++) planes[c]!.data[i]! /= sum;
  }
  return {
    frame,
    planes: Object.fromEntries(segmentClasses.map((name, c) => [name, planes[c]!])) as Segmentation['planes'],
  };
}

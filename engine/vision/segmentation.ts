/** Segmentation of people (MediaPipe selfie multiclass). Size, classes and their order are the network's. */
import { createPlane, type Plane } from '../pixels/plane.ts';
import { cropFrame, type Frame, type Pixels } from './photo/frame.ts';
import { runOnPixels } from './runtimes/onnx.ts';

export const segmentClasses = ['background', 'hair', 'bodySkin', 'faceSkin', 'clothes', 'others'] as const;
export type SegmentClass = (typeof segmentClasses)[number];
/** Probability 0..1 of each class at 256 × 256 places of a frame, with the sum 1. */
export type Segmentation = { frame: Frame; planes: Record<SegmentClass, Plane> };

const inputSize = 256;
const cache = new WeakMap<Pixels, Segmentation>();

/** Cached, so the pixels of the photograph must not change between calls. */
export async function segmentPhoto(photo: Pixels): Promise<Segmentation> {
  const cached = cache.get(photo);
  if (cached) return cached;
  const { width, height } = photo;
  const segmentation = await segment(photo, { x: width / 2, y: height / 2, side: Math.max(width, height), angle: 0 });
  cache.set(photo, segmentation);
  return segmentation;
}

/** Best if one person fills most of the frame. */
export async function segment(photo: Pixels, frame: Frame): Promise<Segmentation> {
  const [logits] = await runOnPixels('selfie-multiclass', cropFrame(photo, frame, inputSize, -1, 1), inputSize);
  const planes = segmentClasses.map(() => createPlane(inputSize, inputSize));
  const classCount = planes.length;
  for (let i = 0; i < inputSize * inputSize; i++) {
    // Softmax, minus the maximum against overflow.
    let maxLogit = -Infinity;
    for (let c = 0; c < classCount; c++) maxLogit = Math.max(maxLogit, logits![i * classCount + c]!);
    let sum = 0;
    for (let c = 0; c < classCount; c++) {
      const value = Math.exp(logits![i * classCount + c]! - maxLogit);
      planes[c]!.data[i] = value;
      sum += value;
    }
    for (let c = 0; c < classCount; c++) planes[c]!.data[i]! /= sum;
  }
  return {
    frame,
    planes: Object.fromEntries(segmentClasses.map((name, c) => [name, planes[c]!])) as Segmentation['planes'],
  };
}

/** What the segmentations of a photograph say about a part of it, and how their coarse masks come to follow its colours. */
import { type ColorPlanes, evaluate, fitToGuide, guideStatistics } from '../../pixels/guide-statistics.ts';
import { createPlane, type Plane } from '../../pixels/plane.ts';
import { smoothstep } from '../../pixels/smoothstep.ts';
import type { MaskPlace } from '../face/mesh.ts';
import type { Segmentation, SegmentClass } from '../segmentation.ts';

/** Part of a frame's side over which it takes over from the coarser frame below. */
const windowEdge = 0.1;
/** Colours (0..1) that vary by less than the root of this in a window are taken for one. */
const flat = 1e-3;

/** Where the segmentations see skin (brows, eyes and lips count as skin), 0..1. @param segmentations coarse to fine */
export function skinLikelihood(place: MaskPlace, segmentations: readonly Segmentation[]): Plane {
  return likelihoodOf(place, segmentations, ['faceSkin', 'bodySkin']);
}

/**
 * Where the segmentations see one of some classes, 0..1.
 * @param segmentations coarse to fine; a finer one replaces a coarser one where it lies
 */
export function likelihoodOf(
  place: MaskPlace,
  segmentations: readonly Segmentation[],
  classes: readonly SegmentClass[],
): Plane {
  const likelihood = createPlane(place.width, place.height);
  for (const { frame, planes } of segmentations) {
    overlay(likelihood, place, frame, sumOf(classes.map((name) => planes[name])));
  }
  return likelihood;
}

function sumOf(planes: readonly Plane[]): Plane {
  const { width, height } = planes[0]!;
  const sum = createPlane(width, height);
  for (const { data } of planes) for (let i = 0; i < data.length; i++) sum.data[i]! += data[i]!;
  return sum;
}

/** Lays a segmentation's probability over what is there, with soft borders. */
function overlay(likelihood: Plane, place: MaskPlace, frame: Segmentation['frame'], plane: Plane): void {
  const size = plane.width;
  const step = size / frame.side / place.scale;
  const originX = (place.x - frame.x + frame.side / 2) * (size / frame.side);
  const originY = (place.y - frame.y + frame.side / 2) * (size / frame.side);
  for (let y = 0; y < place.height; y++) {
    const v = originY + (y + 0.5) * step;
    if (v <= 0 || v >= size) continue;
    for (let x = 0; x < place.width; x++) {
      const u = originX + (x + 0.5) * step;
      if (u <= 0 || u >= size) continue;
      const weight = smoothstep(Math.min(u, v, size - u, size - v) / size, 0, windowEdge);
      const value = sample(plane, u, v);
      const index = y * place.width + x;
      likelihood.data[index]! += weight * (Math.min(1, value) - likelihood.data[index]!);
    }
  }
}

/** A plane's value between its pixels; (0.5, 0.5) is the middle of the first. */
export function sample({ width, height, data }: Plane, u: number, v: number): number {
  const x = Math.min(width - 1.001, Math.max(0, u - 0.5));
  const y = Math.min(height - 1.001, Math.max(0, v - 0.5));
  const index = Math.floor(y) * width + Math.floor(x);
  const [s, t] = [x % 1, y % 1];
  const top = data[index]! * (1 - s) + data[index + 1]! * s;
  return top * (1 - t) + (data[index + width]! * (1 - s) + data[index + width + 1]! * s) * t;
}

/** Makes a mask's edges follow the colours beneath. @param rgb three bytes a pixel, of the mask's size */
export function followColors(mask: Plane, rgb: Uint8Array, radius: number): Plane {
  const { width, height } = mask;
  const colors = [0, 1, 2].map((channel) => {
    const plane = createPlane(width, height);
    for (let i = 0; i < plane.data.length; i++) plane.data[i] = rgb[i * 3 + channel]! / 255;
    return plane;
  }) as ColorPlanes;
  const model = fitToGuide(guideStatistics(colors, radius, flat), mask);
  return evaluate(model, colors, createPlane(width, height));
}

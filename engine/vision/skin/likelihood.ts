/**
 * Overlay of segmentations, from coarse to fine, and a guided filter (He, Sun and Tang 2013) that aligns masks with
 * colors.
 */
import { type ColorPlanes, evaluate, fitToGuide, guideStatistics } from '../../pixels/guide-statistics.ts';
import { createPlane, type Plane } from '../../pixels/plane.ts';
import { smoothstep } from '../../pixels/smoothstep.ts';
import type { MaskPlace } from '../face/mesh.ts';
import type { Segmentation, SegmentClass } from '../segmentation.ts';

/** In frame sides. */
const fadeWidth = 0.1;
/** Variance of colors (0..1) of flat windows. */
const guideEpsilon = 1e-3;

/** Brows, eyes and lips count as skin. */
export function skinLikelihood(place: MaskPlace, segmentations: readonly Segmentation[]): Plane {
  return likelihoodOf(place, segmentations, ['faceSkin', 'bodySkin']);
}

/** Returns 0..1. @param segmentations coarse to fine; a finer one replaces a coarser one */
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

function overlay(
  likelihood: Plane,
  place: MaskPlace,
  frame: Segmentation['frame'],
  { data, width: size }: Plane,
): void {
  const step = size / frame.side / place.scale;
  const across = tapsAlong((place.x - frame.x + frame.side / 2) * (size / frame.side), step, place.width, size);
  const down = tapsAlong((place.y - frame.y + frame.side / 2) * (size / frame.side), step, place.height, size);
  for (let y = 0; y < down.near.length; y++) {
    const row = (down.first + y) * place.width + across.first;
    const upper = down.near[y]! * size;
    const t = down.weight[y]!;
    for (let x = 0; x < across.near.length; x++) {
      const edge = Math.min(across.edge[x]!, down.edge[y]!);
      const share = edge >= fadeWidth ? 1 : smoothstep(edge, 0, fadeWidth);
      const value = bilinear(data, upper + across.near[x]!, size, across.weight[x]!, t);
      likelihood.data[row + x]! += share * (Math.min(1, value) - likelihood.data[row + x]!);
    }
  }
}

/**
 * @returns for pixels from `first` on: neighbor before, weight of the next one, distance to the border in plane sizes
 */
function tapsAlong(origin: number, step: number, length: number, size: number) {
  const first = Math.min(length, Math.max(0, Math.floor(-origin / step - 0.5) + 1));
  const end = Math.min(length, Math.max(first, Math.ceil((size - origin) / step - 0.5)));
  const near = new Int32Array(end - first);
  const weight = new Float64Array(end - first);
  const edge = new Float64Array(end - first);
  for (let i = 0; i < near.length; i++) {
    const position = origin + (first + i + 0.5) * step;
    const inside = Math.min(size - 1.001, Math.max(0, position - 0.5));
    near[i] = Math.floor(inside);
    weight[i] = inside - near[i]!;
    edge[i] = Math.min(position, size - position) / size;
  }
  return { first, near, weight, edge };
}

/** Bilinear; (0.5, 0.5) is the center of the first pixel. */
export function sample({ width, height, data }: Plane, u: number, v: number): number {
  const x = Math.min(width - 1.001, Math.max(0, u - 0.5));
  const y = Math.min(height - 1.001, Math.max(0, v - 0.5));
  const [left, top] = [Math.floor(x), Math.floor(y)];
  return bilinear(data, top * width + left, width, x - left, y - top);
}

function bilinear(data: Float32Array, index: number, width: number, s: number, t: number): number {
  const top = data[index]! * (1 - s) + data[index + 1]! * s;
  return top * (1 - t) + (data[index + width]! * (1 - s) + data[index + width + 1]! * s) * t;
}

/** Aligns the edges of a mask with the colors. */
export function followColors(mask: Plane, rgb: Uint8Array, radius: number): Plane {
  const { width, height } = mask;
  const colors = [0, 1, 2].map((channel) => {
    const plane = createPlane(width, height);
    for (let i = 0; i < plane.data.length; i++) plane.data[i] = rgb[i * 3 + channel]! / 255;
    return plane;
  }) as ColorPlanes;
  const model = fitToGuide(guideStatistics(colors, radius, guideEpsilon), mask);
  return evaluate(model, colors, createPlane(width, height));
}

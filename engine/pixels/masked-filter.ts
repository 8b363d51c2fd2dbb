/** Filters that count only pixels inside a mask, so that nothing bleeds over its edge. */
import { boxMean } from './box-filter.ts';
import { createPlane, type Plane } from './plane.ts';

/** A mask and its mean over a window. */
export type Window = { mask: Plane; radius: number; weight: Plane };

/** Minimum share of the mask in a window. */
const minWeight = 1e-4;

export function windowOf(mask: Plane, radius: number): Window {
  return { mask, radius, weight: boxMean(mask, radius) };
}

/** Returns means weighted by the mask, or without any mask in the window the value itself. */
export function maskedMean({ mask, radius, weight }: Window, plane: Plane): Plane {
  const out = createPlane(plane.width, plane.height);
  for (let i = 0; i < out.data.length; i++) out.data[i] = plane.data[i]! * mask.data[i]!;
  boxMean(out, radius, out);
  for (let i = 0; i < out.data.length; i++) {
    const share = weight.data[i]!;
    out.data[i] = share > minWeight ? out.data[i]! / share : plane.data[i]!;
  }
  return out;
}

/** Self-guided filter: smooths variations below `tolerance` (a standard deviation) and keeps stronger edges. */
export function maskedSmooth(window: Window, plane: Plane, tolerance: number): Plane {
  const count = plane.data.length;
  const square = createPlane(plane.width, plane.height);
  for (let i = 0; i < count; i++) square.data[i] = plane.data[i]! ** 2;
  const mean = maskedMean(window, plane);
  const slope = maskedMean(window, square);
  for (let i = 0; i < count; i++) {
    const variance = Math.max(0, slope.data[i]! - mean.data[i]! ** 2);
    const kept = variance / (variance + tolerance ** 2);
    slope.data[i] = kept;
    mean.data[i]! *= 1 - kept;
  }
  const slopes = maskedMean(window, slope);
  const offsets = maskedMean(window, mean);
  for (let i = 0; i < count; i++) offsets.data[i]! += slopes.data[i]! * plane.data[i]!;
  return offsets;
}

/**
 * Evens blotches and keeps pores: self-guided filters (He, Sun and Tang 2013) of two sizes remove variation wider than a
 * pore and weaker than an edge. Constants only change the look, if the radii keep their order.
 */
import { boxMean } from '../../pixels/box-filter.ts';
import type { LabPlanes } from '../../pixels/lab.ts';
import { maskedSmooth, windowOf } from '../../pixels/masked-filter.ts';
import { createPlane, type Plane } from '../../pixels/plane.ts';
import type { RetouchPlanes } from '../../vision/skin/skin-region.ts';

/** Shares to remove, 0..1. `texture` is finer than pores; `pores` defaults to `tone`. */
export type Smoothing = { tone: number; color: number; texture: number; pores?: number };

/** Radii in face sizes. Tolerances in Lab: stronger variation is shape. */
const fineRadius = 0.004;
const poreFilter = { radius: 0.014, tolerance: 5 };
const blotchFilter = { radius: 0.04, tolerance: 4.5 };
const colorRadius = 0.04;
const colorTolerance = 3;

export function smoothSkin(
  region: RetouchPlanes,
  now: LabPlanes,
  { tone, color, texture, pores = tone }: Smoothing,
): void {
  const { share, faceSize } = region;
  const pixels = (part: number) => Math.max(1, Math.round(faceSize * part));
  const fine = boxMean(now.L, pixels(fineRadius));
  const without = (plane: Plane, { radius, tolerance }: typeof poreFilter) =>
    maskedSmooth(windowOf(share, pixels(radius)), plane, tolerance);
  const poreless = without(fine, poreFilter);
  const level = without(poreless, blotchFilter);
  const L = createPlane(now.L.width, now.L.height);
  for (let i = 0; i < L.data.length; i++) {
    const blotch = poreless.data[i]! - level.data[i]!;
    const pore = fine.data[i]! - poreless.data[i]!;
    const detail = now.L.data[i]! - fine.data[i]!;
    L.data[i] = now.L.data[i]! - share.data[i]! * (tone * blotch + pores * pore + texture * detail);
  }
  now.L.data.set(L.data);
  const window = windowOf(share, pixels(colorRadius));
  for (const plane of [now.a, now.b]) {
    const even = maskedSmooth(window, plane, colorTolerance);
    for (let i = 0; i < plane.data.length; i++) {
      plane.data[i]! += share.data[i]! * color * (even.data[i]! - plane.data[i]!);
    }
  }
}

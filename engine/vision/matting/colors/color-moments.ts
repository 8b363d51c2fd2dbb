/**
 * Local color statistics: mean and covariance of chosen pixels, from box-filtered sums on a coarse grid. Own windows,
 * in units of `spread`.
 */
import { boxMean } from '../../../pixels/box-filter.ts';
import type { ColorPlanes } from '../../../pixels/guide-statistics.ts';
import { createPlane, type Plane } from '../../../pixels/plane.ts';

/** Weighted sums for each cell: `w, r, g, b, rr, rg, rb, gg, gb, bb`. */
export type Moments = { cell: number; width: number; height: number; sums: Float32Array };

const momentCount = 10;

/** A far pixel counts only if no near one exists. */
const windows = [
  { reach: 2, share: 1 },
  { reach: 4, share: 0.25 },
] as const;

/**
 * @param chosen 1 for pixels that count
 * @param spread reach in px of like colors
 */
export function gatherMoments(colors: ColorPlanes, chosen: Uint8Array, spread: number): Moments {
  const [red, green, blue] = colors;
  const cell = Math.max(1, Math.floor(spread));
  const width = Math.ceil(red.width / cell);
  const height = Math.ceil(red.height / cell);
  const planes = Array.from({ length: momentCount }, () => createPlane(width, height));
  const [w, r, g, b, rr, rg, rb, gg, gb, bb] = planes.map((plane) => plane.data) as [
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  for (let y = 0, i = 0; y < red.height; y++) {
    const row = Math.floor(y / cell) * width;
    for (let x = 0; x < red.width; x++, i++) {
      if (chosen[i] !== 1) continue;
      const cellIndex = row + Math.floor(x / cell);
      const cr = red.data[i]!;
      const cg = green.data[i]!;
      const cb = blue.data[i]!;
      w[cellIndex]! += 1;
      r[cellIndex]! += cr;
      g[cellIndex]! += cg;
      b[cellIndex]! += cb;
      rr[cellIndex]! += cr * cr;
      rg[cellIndex]! += cr * cg;
      rb[cellIndex]! += cr * cb;
      gg[cellIndex]! += cg * cg;
      gb[cellIndex]! += cg * cb;
      bb[cellIndex]! += cb * cb;
    }
  }
  return { cell, width, height, sums: spreadOut(planes, spread / cell) };
}

function spreadOut(planes: Plane[], spread: number): Float32Array {
  const size = planes[0]!.data.length;
  const sums = new Float32Array(size * momentCount);
  for (const { reach, share } of windows) {
    const radius = Math.max(1, Math.round(spread * reach));
    planes.forEach((plane, moment) => {
      const mean = boxMean(plane, radius).data;
      for (let i = 0; i < size; i++) sums[i * momentCount + moment]! += mean[i]! * share;
    });
  }
  return sums;
}

/** Writes mean and covariance: `r, g, b, rr, rg, rb, gg, gb, bb`. Returns whether a chosen pixel is near. */
export function momentsAt(moments: Moments, x: number, y: number, out: Float64Array): boolean {
  const { cell, width, height, sums } = moments;
  const u = Math.min(Math.max((x + 0.5) / cell - 0.5, 0), width - 1);
  const v = Math.min(Math.max((y + 0.5) / cell - 0.5, 0), height - 1);
  const x0 = Math.floor(u);
  const y0 = Math.floor(v);
  const right = x0 + 1 < width ? momentCount : 0;
  const down = y0 + 1 < height ? width * momentCount : 0;
  const fx = u - x0;
  const fy = v - y0;
  const a = (y0 * width + x0) * momentCount;
  const wa = (1 - fx) * (1 - fy);
  const wb = fx * (1 - fy);
  const wc = (1 - fx) * fy;
  const wd = fx * fy;
  const weight = sums[a]! * wa + sums[a + right]! * wb + sums[a + down]! * wc + sums[a + down + right]! * wd;
  if (weight < 1e-6) return false;
  const scale = 1 / weight;
  for (let m = 1; m < momentCount; m++) {
    const k = a + m;
    out[m - 1] = (sums[k]! * wa + sums[k + right]! * wb + sums[k + down]! * wc + sums[k + down + right]! * wd) * scale;
  }
  const [r, g, b] = out as unknown as [number, number, number];
  out[3]! -= r * r;
  out[4]! -= r * g;
  out[5]! -= r * b;
  out[6]! -= g * g;
  out[7]! -= g * b;
  out[8]! -= b * b;
  return true;
}

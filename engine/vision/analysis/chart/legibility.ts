/**
 * Share of skin detail left after smoothing, compression and darkness. Own heuristic;
 * ranges may be tuned.
 */
import { boxMean } from '../../../pixels/box-filter.ts';
import type { Plane } from '../../../pixels/plane.ts';
import { smoothstep } from '../../../pixels/smoothstep.ts';
import type { Box } from '../../face/find-faces.ts';
import type { Pixels } from '../../photo/frame.ts';

/** Logarithm of fine by coarse detail: visibility of wrinkles. */
const detailRange = { invisible: -2.7, complete: -1.9 };
/** Jumps at borders of JPEG blocks by other jumps. */
const blockRange = { severe: 2.6, none: 1.45 };
/** L of the lightest percent. */
const lightRange = { dark: 20, good: 45 };
const lightestShare = 0.01;
const minSignFactor = 0.3;
const blockPx = 8;
/** Px of the chart. */
const [fineStepPx, coarseStepPx] = [1, 6];
const stride = 2;

/** Returns 0..1. @param L on the chart @param box in px of the photograph */
export function measureLegibility(photo: Pixels, box: Box, L: Plane, skin: Plane): number {
  const signs = [
    smoothstep(measureDetail(L, skin), detailRange.invisible, detailRange.complete),
    smoothstep(measureBlockiness(photo, box), blockRange.severe, blockRange.none),
    smoothstep(measureLight(L, skin), lightRange.dark, lightRange.good),
  ];
  return signs.reduce((product, sign) => product * (minSignFactor + (1 - minSignFactor) * sign), 1);
}

/** Logarithm of the mean curvature at 1 px by that at 6 px. */
export function measureDetail(L: Plane, skin: Plane): number {
  return Math.log(
    Math.max(1e-6, meanCurvature(L, skin, fineStepPx)) /
      Math.max(1e-6, meanCurvature(boxMean(L, 2), skin, coarseStepPx)),
  );
}

function meanCurvature({ width, height, data }: Plane, skin: Plane, step: number): number {
  let [sum, count] = [0, 0];
  for (let y = step; y < height - step; y += stride) {
    for (let x = step; x < width - step; x += stride) {
      const index = y * width + x;
      if (skin.data[index]! < 0.8) continue;
      sum += Math.abs(
        4 * data[index]! -
          data[index - step]! -
          data[index + step]! -
          data[index - step * width]! -
          data[index + step * width]!,
      );
      count++;
    }
  }
  return count === 0 ? 0 : sum / count;
}

/** Returns the largest mean jump that repeats every 8 px, by the median; 1 without blocks. */
export function measureBlockiness(photo: Pixels, box: Box): number {
  const jumps = { columns: new Float64Array(blockPx), rows: new Float64Array(blockPx) };
  const { width, height, rgb } = photo;
  const [left, top] = [Math.max(1, Math.round(box.left)), Math.max(1, Math.round(box.top))];
  const right = Math.min(width, Math.round(box.left + box.width));
  const bottom = Math.min(height, Math.round(box.top + box.height));
  // Nearest to lightness and never subsampled.
  const green = (x: number, y: number) => rgb[(y * width + x) * 3 + 1]!;
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const value = green(x, y);
      jumps.columns[x % blockPx]! += Math.abs(value - green(x - 1, y));
      jumps.rows[y % blockPx]! += Math.abs(value - green(x, y - 1));
    }
  }
  const ratios = [jumps.columns, jumps.rows].map((sums) => {
    const sorted = sums.toSorted();
    return sorted.at(-1)! / Math.max(1, sorted[blockPx / 2]!);
  });
  return Math.max(...ratios);
}

function measureLight(L: Plane, skin: Plane): number {
  const values = L.data.filter((_, i) => skin.data[i]! > 0.8).toSorted();
  return values.length === 0 ? 0 : values[Math.floor(values.length * (1 - lightestShare))]!;
}

/** Tells how much of the skin's detail a picture still shows: less where it was smoothed, enlarged, compressed hard or taken in the dark. */
import { boxMean } from '../../../pixels/box-filter.ts';
import type { Plane } from '../../../pixels/plane.ts';
import { smoothstep } from '../../../pixels/smoothstep.ts';
import type { Box } from '../../face/find-faces.ts';
import type { Pixels } from '../../photo/frame.ts';

/** Logarithm of fine to coarse detail on the chart of a face below which all wrinkles are gone, and from which they would be seen. */
const detailRange = { from: -2.7, to: -1.9 };
/** How much more a picture changes at the borders of JPEG's blocks than elsewhere: by so much nothing is lost, and by so much all that is fine. */
const blockRange = { from: 2.6, to: 1.45 };
/** Lightness (L) of the lightest hundredth of the face in the dark, and in good light, whatever the skin. */
const lightRange = { from: 20, to: 45 };
const lightest = 0.01;
/** No sign alone makes a picture worthless. */
const minSignFactor = 0.3;
const block = 8;
/** Distances (px of the chart) at which detail is fine, and coarse. */
const [near, far] = [1, 6];
const stride = 2;

/** 0..1. @param L lightness on the chart @param skin where plain skin is on it @param box the face, in pixels of the photograph */
export function legibility(photo: Pixels, box: Box, L: Plane, skin: Plane): number {
  const signs = [
    smoothstep(detailOf(L, skin), detailRange.from, detailRange.to),
    smoothstep(blockinessOf(photo, box), blockRange.from, blockRange.to),
    smoothstep(lightOf(L, skin), lightRange.from, lightRange.to),
  ];
  return signs.reduce((product, sign) => product * (minSignFactor + (1 - minSignFactor) * sign), 1);
}

/** Logarithm of the mean curvature at a distance of one px by that at six, which a blur leaves alone. */
export function detailOf(L: Plane, skin: Plane): number {
  return Math.log(Math.max(1e-6, curvature(L, skin, near)) / Math.max(1e-6, curvature(boxMean(L, 2), skin, far)));
}

function curvature({ width, height, data }: Plane, skin: Plane, step: number): number {
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

/**
 * The largest mean jump from one column (and row) to the next that comes again every eight, by the middle one; 1 where there are no
 * blocks. Where the picture was cut after it was compressed does not matter.
 */
export function blockinessOf(photo: Pixels, box: Box): number {
  const jumps = { columns: new Float64Array(block), rows: new Float64Array(block) };
  const { width, height, rgb } = photo;
  const [left, top] = [Math.max(1, Math.round(box.left)), Math.max(1, Math.round(box.top))];
  const right = Math.min(width, Math.round(box.left + box.width));
  const bottom = Math.min(height, Math.round(box.top + box.height));
  // Green is nearest to lightness, and never sampled coarser.
  const green = (x: number, y: number) => rgb[(y * width + x) * 3 + 1]!;
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const value = green(x, y);
      jumps.columns[x % block]! += Math.abs(value - green(x - 1, y));
      jumps.rows[y % block]! += Math.abs(value - green(x, y - 1));
    }
  }
  const ratios = [jumps.columns, jumps.rows].map((sums) => {
    const sorted = sums.toSorted();
    return sorted.at(-1)! / Math.max(1, sorted[block / 2]!);
  });
  return Math.max(...ratios);
}

function lightOf(L: Plane, skin: Plane): number {
  const values = L.data.filter((_, i) => skin.data[i]! > 0.8).toSorted();
  return values.length === 0 ? 0 : values[Math.floor(values.length * (1 - lightest))]!;
}

/**
 * Compares a pixel with the background to its left and right, because floors, tables and horizons extend along rows.
 * Input of the fusion network, which owns all numbers.
 */
import type { ColorPlanes } from '../../../pixels/guide-statistics.ts';
import { createPlane, type Plane } from '../../../pixels/plane.ts';

/** Pixels in a side's mean. */
const maxPixels = 10;
const minPixels = 4;
const unknownDistance = 1;

/**
 * Returns the distance from the nearest mixture of left and right background.
 * @param background 1 if certain
 */
export function rowDistance(colors: ColorPlanes, background: Uint8Array): Plane {
  const { width, height } = colors[0];
  const out = createPlane(width, height);
  const left = new Float32Array(width * 3);
  const right = new Float32Array(width * 3);
  for (let y = 0; y < height; y++) {
    const start = y * width;
    alongRow(colors, background, start, width, 1, left);
    alongRow(colors, background, start, width, -1, right);
    for (let x = 0; x < width; x++) out.data[start + x] = toMixture(colors, start + x, left, right, x * 3);
  }
  return out;
}

/** Writes the mean of the last background pixels, NaN if too few. */
function alongRow(
  colors: ColorPlanes,
  background: Uint8Array,
  start: number,
  width: number,
  step: 1 | -1,
  out: Float32Array,
): void {
  const passed = new Int32Array(maxPixels);
  let count = 0;
  let [r, g, b] = [0, 0, 0];
  for (let n = 0; n < width; n++) {
    const x = step === 1 ? n : width - 1 - n;
    const i = start + x;
    if (background[i] === 1) {
      const slot = count % maxPixels;
      if (count >= maxPixels) {
        const gone = passed[slot]!;
        r -= colors[0].data[gone]!;
        g -= colors[1].data[gone]!;
        b -= colors[2].data[gone]!;
      }
      passed[slot] = i;
      count++;
      r += colors[0].data[i]!;
      g += colors[1].data[i]!;
      b += colors[2].data[i]!;
    }
    const scale = count < minPixels ? Number.NaN : 1 / Math.min(count, maxPixels);
    out[x * 3] = r * scale;
    out[x * 3 + 1] = g * scale;
    out[x * 3 + 2] = b * scale;
  }
}

/** Returns the distance from the line between two colors, or from the known one. */
function toMixture(colors: ColorPlanes, i: number, left: Float32Array, right: Float32Array, offset: number): number {
  const [hasLeft, hasRight] = [left[offset]! >= 0, right[offset]! >= 0];
  if (!hasLeft && !hasRight) return unknownDistance;
  const from = hasLeft ? left : right;
  const to = hasRight ? right : left;
  let along = 0;
  let length = 0;
  for (let c = 0; c < 3; c++) {
    const step = to[offset + c]! - from[offset + c]!;
    along += (colors[c]!.data[i]! - from[offset + c]!) * step;
    length += step * step;
  }
  const t = length > 1e-6 ? Math.min(1, Math.max(0, along / length)) : 0;
  let sum = 0;
  for (let c = 0; c < 3; c++) {
    const deviation = colors[c]!.data[i]! - from[offset + c]! - t * (to[offset + c]! - from[offset + c]!);
    sum += deviation * deviation;
  }
  return Math.sqrt(sum);
}

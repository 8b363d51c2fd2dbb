/** What lies to the left and right: floors, tables and horizons go on behind a subject along the rows of a photograph. */
import type { ColorPlanes } from '../../../pixels/guide-statistics.ts';
import { createPlane, type Plane } from '../../../pixels/plane.ts';

/** Background pixels whose mean stands for a side, and how few will do. */
const many = 10;
const few = 4;
/** Distance said where neither side shows any background; colours in 0..1. */
const unknown = 1;

/**
 * For each pixel how far its colour lies from the nearest mixture of the background to its left and its right on the same
 * row.
 * @param background 1 where it is surely seen
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

/** The mean of the last background pixels passed, for each pixel; NaN before there are enough. */
function alongRow(
  colors: ColorPlanes,
  background: Uint8Array,
  start: number,
  width: number,
  step: 1 | -1,
  out: Float32Array,
): void {
  const passed = new Int32Array(many);
  let count = 0;
  let [r, g, b] = [0, 0, 0];
  for (let n = 0; n < width; n++) {
    const x = step === 1 ? n : width - 1 - n;
    const i = start + x;
    if (background[i] === 1) {
      const slot = count % many;
      if (count >= many) {
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
    const scale = count < few ? Number.NaN : 1 / Math.min(count, many);
    out[x * 3] = r * scale;
    out[x * 3 + 1] = g * scale;
    out[x * 3 + 2] = b * scale;
  }
}

/** Distance from a colour to the line between two; to the one that is known, where only one is. */
function toMixture(colors: ColorPlanes, i: number, left: Float32Array, right: Float32Array, offset: number): number {
  const [hasLeft, hasRight] = [left[offset]! >= 0, right[offset]! >= 0];
  if (!hasLeft && !hasRight) return unknown;
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

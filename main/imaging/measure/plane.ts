/** Luminance of a part of a picture, its blur and its gradients. */
import type { Box } from '../../../contract/jobs/result.ts';
import type { Size } from '../size.ts';
import type { Picture } from './measured-image.ts';

/** Row by row. */
export interface Plane extends Size {
  readonly values: Float32Array;
}

/** ITU-R BT.709, for encoded values. */
const luminanceWeights = [0.2126, 0.7152, 0.0722] as const;

/** Called between rows. @see createYielder */
export type YieldIfDue = () => Promise<void> | undefined;

/** Clips to the picture, in whole px. */
export function clipBox({ width, height }: Size, box: Box): Box | null {
  const [left, top] = [Math.max(0, Math.round(box.x)), Math.max(0, Math.round(box.y))];
  const [right, bottom] = [
    Math.min(width, Math.round(box.x + box.width)),
    Math.min(height, Math.round(box.y + box.height)),
  ];
  return right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : null;
}

export async function luminanceIn({ width, rgb }: Picture, box: Box, yieldToEventLoop: YieldIfDue): Promise<Plane> {
  const [red, green, blue] = luminanceWeights;
  const values = new Float32Array(box.width * box.height);
  for (let y = 0; y < box.height; y++) {
    await yieldToEventLoop();
    for (let x = 0; x < box.width; x++) {
      const offset = ((box.y + y) * width + box.x + x) * 3;
      values[y * box.width + x] = red * rgb[offset]! + green * rgb[offset + 1]! + blue * rgb[offset + 2]!;
    }
  }
  return { width: box.width, height: box.height, values };
}

/** Standard deviation in px; cut off at three of them. */
export function gaussian(deviation: number): Float32Array {
  const reach = Math.ceil(3 * deviation);
  const weights = Float32Array.from({ length: 2 * reach + 1 }, (_, i) =>
    Math.exp(-((i - reach) ** 2) / (2 * deviation ** 2)),
  );
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

/** Repeats the border. */
export async function convolve(
  { width, height, values }: Plane,
  kernel: Float32Array,
  yieldToEventLoop: YieldIfDue,
): Promise<Plane> {
  const reach = (kernel.length - 1) / 2;
  const along = new Float32Array(values.length);
  for (let y = 0; y < height; y++) {
    await yieldToEventLoop();
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let k = -reach; k <= reach; k++) {
        sum += kernel[k + reach]! * values[y * width + Math.min(width - 1, Math.max(0, x + k))]!;
      }
      along[y * width + x] = sum;
    }
  }
  const out = new Float32Array(values.length);
  for (let y = 0; y < height; y++) {
    await yieldToEventLoop();
    for (let k = -reach; k <= reach; k++) {
      const row = Math.min(height - 1, Math.max(0, y + k)) * width;
      const weight = kernel[k + reach]!;
      for (let x = 0; x < width; x++) out[y * width + x]! += weight * along[row + x]!;
    }
  }
  return { width, height, values: out };
}

/** By central differences; 0 at the border. */
export async function squaredGradient(
  { width, height, values }: Plane,
  yieldToEventLoop: YieldIfDue,
): Promise<Float32Array> {
  const out = new Float32Array(values.length);
  for (let y = 1; y < height - 1; y++) {
    await yieldToEventLoop();
    for (let index = y * width + 1; index < (y + 1) * width - 1; index++) {
      out[index] =
        ((values[index + 1]! - values[index - 1]!) / 2) ** 2 +
        ((values[index + width]! - values[index - width]!) / 2) ** 2;
    }
  }
  return out;
}

/** Returns the value at `share` (0..1) of an even sample. */
export function quantile(values: ArrayLike<number>, share: number): number {
  // Odd, so that no column is left out.
  const step = Math.max(1, 2 * Math.floor(values.length / 60_000) + 1);
  const sample = Float32Array.from({ length: Math.ceil(values.length / step) }, (_, i) => values[i * step]!).sort();
  return sample[Math.min(sample.length - 1, Math.floor(sample.length * share))] ?? 0;
}

/**
 * Extends one side's colors over hidden parts: push-pull interpolation (Gortler et al. 1996, “The Lumigraph”). Input of
 * the fusion network, which owns all numbers.
 */
import type { ColorPlanes } from '../../../pixels/guide-statistics.ts';
import { createPlane, type Plane } from '../../../pixels/plane.ts';

/** `variance` is the channels' sum. */
export type SmoothColors = { mean: ColorPlanes; variance: Plane };

/** Weight; r, g, b; sum of squares. */
const channels = 5;
/** Levels of halving to the finest cell (8 px). */
const finest = 3;
/** A cell with less needs coarser colors. */
const fullWeight = 0.25;

type Level = { width: number; height: number; data: Float32Array };

/** @param weight certainty of the side */
export function smoothColors(colors: ColorPlanes, weight: Plane): SmoothColors {
  const levels = push(colors, weight);
  for (let i = levels.length - 2; i >= finest; i--) pull(levels[i]!, levels[i + 1]!);
  const start = levels[Math.min(finest, levels.length - 1)]!;
  return spread(start, weight.width, weight.height);
}

/** Sums colors in ever larger cells, down to one. */
function push(colors: ColorPlanes, weight: Plane): Level[] {
  const { width, height } = weight;
  const cell = 1 << finest;
  let level = emptyLevel(Math.ceil(width / cell), Math.ceil(height / cell));
  const [red, green, blue] = [colors[0].data, colors[1].data, colors[2].data];
  for (let y = 0, i = 0; y < height; y++) {
    const row = (y >> finest) * level.width;
    for (let x = 0; x < width; x++, i++) {
      const w = weight.data[i]! / (cell * cell);
      if (w === 0) continue;
      const offset = (row + (x >> finest)) * channels;
      const [r, g, b] = [red[i]!, green[i]!, blue[i]!];
      level.data[offset]! += w;
      level.data[offset + 1]! += w * r;
      level.data[offset + 2]! += w * g;
      level.data[offset + 3]! += w * b;
      level.data[offset + 4]! += w * (r * r + g * g + b * b);
    }
  }
  const levels: Level[] = [...Array(finest).fill(level), level];
  while (level.width > 1 || level.height > 1) {
    const next = emptyLevel(Math.ceil(level.width / 2), Math.ceil(level.height / 2));
    for (let y = 0; y < level.height; y++) {
      for (let x = 0; x < level.width; x++) {
        const to = ((y >> 1) * next.width + (x >> 1)) * channels;
        const from = (y * level.width + x) * channels;
        for (let c = 0; c < channels; c++) next.data[to + c]! += level.data[from + c]! / 4;
      }
    }
    levels.push(next);
    level = next;
  }
  return levels;
}

const emptyLevel = (width: number, height: number): Level => ({
  width,
  height,
  data: new Float32Array(width * height * channels),
});

/** Turns sums into means, mixed with the coarser level's in nearly empty cells. */
function pull(level: Level, coarser: Level): void {
  if (coarser.width === 1 && coarser.height === 1) toMean(coarser.data, 0);
  const around = new Float32Array(channels);
  for (let y = 0, offset = 0; y < level.height; y++) {
    for (let x = 0; x < level.width; x++, offset += channels) {
      sample(coarser, (x + 0.5) / 2 - 0.5, (y + 0.5) / 2 - 0.5, around, 0);
      const own = Math.min(1, level.data[offset]! / fullWeight);
      if (own > 0) toMean(level.data, offset);
      for (let c = 1; c < channels; c++)
        level.data[offset + c] = own * level.data[offset + c]! + (1 - own) * around[c]!;
    }
  }
}

function toMean(data: Float32Array, offset: number): void {
  const scale = 1 / Math.max(data[offset]!, 1e-9);
  for (let c = 1; c < channels; c++) data[offset + c]! *= scale;
}

/** Interpolates the means at cell u, v bilinearly. */
function sample({ width, height, data }: Level, u: number, v: number, out: Float32Array, to: number): void {
  const x = Math.min(Math.max(u, 0), width - 1);
  const y = Math.min(Math.max(v, 0), height - 1);
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [fx, fy] = [x - left, y - top];
  const offset = (top * width + left) * channels;
  const right = left + 1 < width ? channels : 0;
  const down = top + 1 < height ? width * channels : 0;
  for (let c = 1; c < channels; c++) {
    const k = offset + c;
    const upper = data[k]! * (1 - fx) + data[k + right]! * fx;
    const lower = data[k + down]! * (1 - fx) + data[k + down + right]! * fx;
    out[to + c] = upper * (1 - fy) + lower * fy;
  }
}

function spread(level: Level, width: number, height: number): SmoothColors {
  const mean = [createPlane(width, height), createPlane(width, height), createPlane(width, height)] as ColorPlanes;
  const variance = createPlane(width, height);
  const cell = 1 << finest;
  const sampled = new Float32Array(channels);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      sample(level, (x + 0.5) / cell - 0.5, (y + 0.5) / cell - 0.5, sampled, 0);
      const [, r, g, b, squares] = sampled as unknown as [number, number, number, number, number];
      mean[0].data[i] = r;
      mean[1].data[i] = g;
      mean[2].data[i] = b;
      variance.data[i] = Math.max(0, squares - r * r - g * g - b * b);
    }
  }
  return { mean, variance };
}

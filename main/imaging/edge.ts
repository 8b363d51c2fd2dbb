/**
 * What a small cutout says about the edge at the photograph's full size. A matte that is simply enlarged is soft by several
 * pixels; here, around each edge pixel of the small matte, alpha is explained as a linear function of colour (a guided filter,
 * He et al. 2013). Applied to the photograph's own colours, that function puts back hair and sharp outlines.
 */
import type { Size } from './limits.ts';
import { pause } from './pause.ts';

/** Numbers kept for each edge pixel, in this order. Colours and alpha are 0 to 1. */
export const record = {
  /** alpha = offset + slope · colour */
  offset: 0,
  slope: 1,
  /** Bounds of alpha: its range among the neighbours. */
  low: 4,
  high: 5,
  /** The colour of what was cut out, without the background shining through; and of the background. */
  foreground: 6,
  background: 9,
  /** Alpha of the small cutout itself. */
  plain: 12,
  length: 13,
} as const;

export interface Edge extends Size {
  /** Alpha of the small cutout, 0 to 255. */
  readonly alpha: Uint8Array;
  /** 1 where alpha cannot be taken as it is. All neighbours of such a pixel have a record. */
  readonly unsure: Uint8Array;
  /** Position of a pixel's record, or -1. */
  readonly index: Int32Array;
  readonly records: Float32Array;
}

/** Alpha at or below `clear` is none at all; at or above `solid` it is whole: what encoders leave of 0 and 255. */
const clear = 2;
const solid = 253;
/** How far from a change of alpha the true edge may lie, px of the small cutout. */
const reach = 2;
/** Window of the regression, px to each side. */
const window = 2;
/** Window of the colour estimates, px to each side. */
const colourWindow = 4;
/** Regularisation: variance of colour below this is noise, which must not become structure in the matte. */
const noise = 1e-3;

/**
 * @param guide RGB of the photograph, scaled to the cutout's size, in the numbers of the photograph's own profile.
 * @param cutout RGBA of the cutout, in the same numbers.
 */
export async function findEdge(
  guide: Uint8Array,
  cutout: Uint8Array,
  { width, height }: Size,
  signal: AbortSignal,
): Promise<Edge> {
  const alpha = new Uint8Array(width * height);
  for (let at = 0; at < alpha.length; at++) alpha[at] = cutout[at * 4 + 3]!;
  const grid: Grid = { width, height, alpha, guide, cutout };
  const unsure = markUnsure(grid);
  const { index, count } = indexNeighbourhood(unsure, width, height);
  const records = new Float32Array(count * record.length);
  const slopes = new Float32Array(count * 3);
  for (let y = 0; y < height; y++) {
    if (y % 32 === 0) await pause(signal);
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const entry = index[at]!;
      if (entry < 0) continue;
      if (unsure[at] === 1) fitSlope(grid, x, y, slopes, entry * 3);
      estimateColours(grid, x, y, records, entry * record.length);
    }
  }
  for (let y = 0; y < height; y++) {
    if (y % 64 === 0) await pause(signal);
    for (let x = 0; x < width; x++) {
      const entry = index[y * width + x]!;
      if (entry >= 0) finishRecord(grid, index, slopes, x, y, records, entry * record.length);
    }
  }
  return { width, height, alpha, unsure, index, records };
}

interface Grid extends Size {
  readonly alpha: Uint8Array;
  readonly guide: Uint8Array;
  readonly cutout: Uint8Array;
}

function markUnsure({ width, height, alpha }: Grid): Uint8Array {
  const low = new Uint8Array(alpha.length);
  const high = new Uint8Array(alpha.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let min = 255;
      let max = 0;
      for (let i = Math.max(0, x - reach); i <= Math.min(width - 1, x + reach); i++) {
        const value = alpha[y * width + i]!;
        if (value < min) min = value;
        if (value > max) max = value;
      }
      low[y * width + x] = min;
      high[y * width + x] = max;
    }
  }
  const unsure = new Uint8Array(alpha.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let min = 255;
      let max = 0;
      for (let i = Math.max(0, y - reach); i <= Math.min(height - 1, y + reach); i++) {
        min = Math.min(min, low[i * width + x]!);
        max = Math.max(max, high[i * width + x]!);
      }
      unsure[y * width + x] = max <= clear || min >= solid ? 0 : 1;
    }
  }
  return unsure;
}

/** Numbers the unsure pixels and their neighbours, between which the large picture interpolates. */
function indexNeighbourhood(unsure: Uint8Array, width: number, height: number): { index: Int32Array; count: number } {
  const index = new Int32Array(unsure.length).fill(-1);
  let count = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (unsure[y * width + x] === 0) continue;
      for (let j = Math.max(0, y - 1); j <= Math.min(height - 1, y + 1); j++) {
        for (let i = Math.max(0, x - 1); i <= Math.min(width - 1, x + 1); i++) {
          if (index[j * width + i] === -1) index[j * width + i] = count++;
        }
      }
    }
  }
  return { index, count };
}

/** Least squares of alpha on the three colours in the window around a pixel. */
function fitSlope({ width, height, alpha, guide }: Grid, x: number, y: number, slopes: Float32Array, to: number): void {
  let n = 0;
  let a = 0;
  let r = 0;
  let g = 0;
  let b = 0;
  let rr = 0;
  let rg = 0;
  let rb = 0;
  let gg = 0;
  let gb = 0;
  let bb = 0;
  let ar = 0;
  let ag = 0;
  let ab = 0;
  for (let j = Math.max(0, y - window); j <= Math.min(height - 1, y + window); j++) {
    for (let i = Math.max(0, x - window); i <= Math.min(width - 1, x + window); i++) {
      const at = j * width + i;
      const value = alpha[at]! / 255;
      const red = guide[at * 3]! / 255;
      const green = guide[at * 3 + 1]! / 255;
      const blue = guide[at * 3 + 2]! / 255;
      n++;
      a += value;
      r += red;
      g += green;
      b += blue;
      rr += red * red;
      rg += red * green;
      rb += red * blue;
      gg += green * green;
      gb += green * blue;
      bb += blue * blue;
      ar += value * red;
      ag += value * green;
      ab += value * blue;
    }
  }
  a /= n;
  r /= n;
  g /= n;
  b /= n;
  rr = rr / n - r * r + noise;
  gg = gg / n - g * g + noise;
  bb = bb / n - b * b + noise;
  rg = rg / n - r * g;
  rb = rb / n - r * b;
  gb = gb / n - g * b;
  ar = ar / n - a * r;
  ag = ag / n - a * g;
  ab = ab / n - a * b;
  // The inverse of the symmetric covariance matrix by its cofactors; the noise term keeps the determinant above zero.
  const c00 = gg * bb - gb * gb;
  const c01 = rb * gb - rg * bb;
  const c02 = rg * gb - rb * gg;
  const c11 = rr * bb - rb * rb;
  const c12 = rg * rb - rr * gb;
  const c22 = rr * gg - rg * rg;
  const determinant = rr * c00 + rg * c01 + rb * c02;
  slopes[to] = (c00 * ar + c01 * ag + c02 * ab) / determinant;
  slopes[to + 1] = (c01 * ar + c11 * ag + c12 * ab) / determinant;
  slopes[to + 2] = (c02 * ar + c12 * ag + c22 * ab) / determinant;
}

/**
 * Mean colours of the surely kept and the surely removed around a pixel. The cutout's own colours count, since services
 * clean them of the background; squared weights keep half-transparent, mixed pixels from counting much.
 */
function estimateColours(grid: Grid, x: number, y: number, records: Float32Array, to: number): void {
  const { width, height, alpha, guide, cutout } = grid;
  let kept = 0;
  let removed = 0;
  const sums = [0, 0, 0, 0, 0, 0];
  for (let j = Math.max(0, y - colourWindow); j <= Math.min(height - 1, y + colourWindow); j++) {
    for (let i = Math.max(0, x - colourWindow); i <= Math.min(width - 1, x + colourWindow); i++) {
      const at = j * width + i;
      const value = alpha[at]! / 255;
      const keep = value * value;
      const remove = (1 - value) * (1 - value);
      kept += keep;
      removed += remove;
      for (let c = 0; c < 3; c++) {
        sums[c]! += keep * cutout[at * 4 + c]!;
        sums[c + 3]! += remove * guide[at * 3 + c]!;
      }
    }
  }
  const at = y * width + x;
  for (let c = 0; c < 3; c++) {
    const own = guide[at * 3 + c]!;
    records[to + record.foreground + c] = (kept > 1e-3 ? sums[c]! / kept : own) / 255;
    records[to + record.background + c] = (removed > 1e-3 ? sums[c + 3]! / removed : own) / 255;
  }
}

/** Slopes averaged over the neighbours; the offset that makes them exact at the small cutout's own pixel; the bounds. */
function finishRecord(
  { width, height, alpha, guide }: Grid,
  index: Int32Array,
  slopes: Float32Array,
  x: number,
  y: number,
  records: Float32Array,
  to: number,
): void {
  let n = 0;
  let low = 255;
  let high = 0;
  const sums = [0, 0, 0];
  for (let j = Math.max(0, y - 1); j <= Math.min(height - 1, y + 1); j++) {
    for (let i = Math.max(0, x - 1); i <= Math.min(width - 1, x + 1); i++) {
      const at = j * width + i;
      const value = alpha[at]!;
      if (value < low) low = value;
      if (value > high) high = value;
      const entry = index[at]!;
      if (entry < 0) continue;
      n++;
      for (let c = 0; c < 3; c++) sums[c]! += slopes[entry * 3 + c]!;
    }
  }
  const at = y * width + x;
  let offset = alpha[at]! / 255;
  for (let c = 0; c < 3; c++) {
    const slope = sums[c]! / n;
    records[to + record.slope + c] = slope;
    offset -= (slope * guide[at * 3 + c]!) / 255;
  }
  records[to + record.offset] = offset;
  records[to + record.plain] = alpha[at]! / 255;
  records[to + record.low] = low / 255;
  records[to + record.high] = high / 255;
}

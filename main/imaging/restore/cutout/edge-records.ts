/** Model of an edge pixel of a small cutout: alpha as a function of color, and the colors on both sides. */
import type { Size } from '../../size.ts';

/** Offsets of a record's values, 0 to 1. */
export const record = {
  /** alpha = offset + slope · color */
  offset: 0,
  slope: 1,
  /** Range of alpha among the neighbors. */
  low: 4,
  high: 5,
  /** Colors of the subject alone and of the background. */
  foreground: 6,
  background: 9,
  /** Alpha of the small cutout itself. */
  plain: 12,
  length: 13,
} as const;

/** A small cutout (RGBA) and the photograph (RGB) at one size. */
export interface Grid extends Size {
  readonly alpha: Uint8Array;
  readonly guide: Uint8Array;
  readonly cutout: Uint8Array;
}

/** px to each side. */
const window = 2;
/** px to each side. Every second pixel counts, because these colors are smooth. */
const colorWindow = 4;
const colorStep = 2;
/** Regularization: a smaller variance of color is noise. */
const noise = 1e-3;

/** Least squares in the window around a pixel. */
export function fitSlope(
  { width, height, alpha, guide }: Grid,
  x: number,
  y: number,
  slopes: Float32Array,
  to: number,
): void {
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
      const pixel = j * width + i;
      const value = alpha[pixel]! / 255;
      const red = guide[pixel * 3]! / 255;
      const green = guide[pixel * 3 + 1]! / 255;
      const blue = guide[pixel * 3 + 2]! / 255;
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
  // Inverts the symmetric covariance matrix by cofactors. Noise keeps the determinant positive.
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
 * Averages the cutout's colors, because services clean these, and the background's. Squared weights suppress mixed
 * pixels.
 */
export function estimateColors(grid: Grid, x: number, y: number, records: Float32Array, to: number): void {
  const { width, height, alpha, guide, cutout } = grid;
  let kept = 0;
  let removed = 0;
  let keptRed = 0;
  let keptGreen = 0;
  let keptBlue = 0;
  let removedRed = 0;
  let removedGreen = 0;
  let removedBlue = 0;
  for (let j = y - colorWindow; j <= y + colorWindow; j += colorStep) {
    if (j < 0 || j >= height) continue;
    for (let i = x - colorWindow; i <= x + colorWindow; i += colorStep) {
      if (i < 0 || i >= width) continue;
      const pixel = j * width + i;
      const value = alpha[pixel]! / 255;
      const keep = value * value;
      const remove = (1 - value) * (1 - value);
      kept += keep;
      keptRed += keep * cutout[pixel * 4]!;
      keptGreen += keep * cutout[pixel * 4 + 1]!;
      keptBlue += keep * cutout[pixel * 4 + 2]!;
      removed += remove;
      removedRed += remove * guide[pixel * 3]!;
      removedGreen += remove * guide[pixel * 3 + 1]!;
      removedBlue += remove * guide[pixel * 3 + 2]!;
    }
  }
  // Fall back to the photograph's own color.
  const guideOffset = (y * width + x) * 3;
  const hasForeground = kept > 1e-3;
  const over = to + record.foreground;
  records[over] = (hasForeground ? keptRed / kept : guide[guideOffset]!) / 255;
  records[over + 1] = (hasForeground ? keptGreen / kept : guide[guideOffset + 1]!) / 255;
  records[over + 2] = (hasForeground ? keptBlue / kept : guide[guideOffset + 2]!) / 255;
  const hasBackground = removed > 1e-3;
  const under = to + record.background;
  records[under] = (hasBackground ? removedRed / removed : guide[guideOffset]!) / 255;
  records[under + 1] = (hasBackground ? removedGreen / removed : guide[guideOffset + 1]!) / 255;
  records[under + 2] = (hasBackground ? removedBlue / removed : guide[guideOffset + 2]!) / 255;
}

/** Averages the slopes of the neighbors. The offset makes them exact at the pixel itself. */
export function finishRecord(
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
      const neighbor = j * width + i;
      const value = alpha[neighbor]!;
      if (value < low) low = value;
      if (value > high) high = value;
      const entry = index[neighbor]!;
      if (entry < 0) continue;
      n++;
      for (let c = 0; c < 3; c++) sums[c]! += slopes[entry * 3 + c]!;
    }
  }
  const pixel = y * width + x;
  let offset = alpha[pixel]! / 255;
  for (let c = 0; c < 3; c++) {
    const slope = sums[c]! / n;
    records[to + record.slope + c] = slope;
    offset -= (slope * guide[pixel * 3 + c]!) / 255;
  }
  records[to + record.offset] = offset;
  records[to + record.plain] = alpha[pixel]! / 255;
  records[to + record.low] = low / 255;
  records[to + record.high] = high / 255;
}

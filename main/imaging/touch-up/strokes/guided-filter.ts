import type { Size } from '../../size.ts';

/**
 * Smooths a plane along the edges of a photograph (He, Sun and Tang, "Guided image filtering", TPAMI 2013).
 * @param guide RGB of the photograph; its lightness counts
 * @param radius of the window, px to each side
 * @param noise variance of lightness (0 to 1, squared)
 */
export function applyGuidedFilter(
  plane: Float32Array,
  guide: Uint8Array,
  size: Size,
  radius: number,
  noise: number,
): Float32Array {
  const lightness = new Float32Array(plane.length);
  const product = new Float32Array(plane.length);
  const squared = new Float32Array(plane.length);
  for (let index = 0; index < lightness.length; index++) {
    const value = (0.299 * guide[index * 3]! + 0.587 * guide[index * 3 + 1]! + 0.114 * guide[index * 3 + 2]!) / 255;
    lightness[index] = value;
    product[index] = value * plane[index]!;
    squared[index] = value * value;
  }
  const mean = (values: Float32Array) => boxMean(values, size, radius);
  const meanLightness = mean(lightness);
  const meanPlane = mean(plane);
  const slope = mean(product);
  const square = mean(squared);
  const offset = new Float32Array(plane.length);
  for (let index = 0; index < slope.length; index++) {
    const covariance = slope[index]! - meanLightness[index]! * meanPlane[index]!;
    const variance = square[index]! - meanLightness[index]! ** 2;
    slope[index] = covariance / (variance + noise);
    offset[index] = meanPlane[index]! - slope[index]! * meanLightness[index]!;
  }
  const meanSlope = mean(slope);
  const meanOffset = mean(offset);
  for (let index = 0; index < offset.length; index++)
    offset[index] = meanSlope[index]! * lightness[index]! + meanOffset[index]!;
  return offset;
}

/** Averages over a square window by running sums. */
function boxMean(values: Float32Array, { width, height }: Size, radius: number): Float32Array {
  const across = new Float32Array(values.length);
  for (let y = 0; y < height; y++) {
    let sum = 0;
    const row = y * width;
    for (let x = 0; x < Math.min(radius, width); x++) sum += values[row + x]!;
    for (let x = 0; x < width; x++) {
      if (x + radius < width) sum += values[row + x + radius]!;
      if (x - radius - 1 >= 0) sum -= values[row + x - radius - 1]!;
      across[row + x] = sum / (Math.min(x + radius, width - 1) - Math.max(x - radius, 0) + 1);
    }
  }
  const sums = new Float64Array(width);
  const out = new Float32Array(values.length);
  const add = (y: number, sign: 1 | -1) => {
    for (let x = 0; x < width; x++) sums[x]! += sign * across[y * width + x]!;
  };
  for (let y = 0; y < Math.min(radius, height); y++) add(y, 1);
  for (let y = 0; y < height; y++) {
    if (y + radius < height) add(y + radius, 1);
    if (y - radius - 1 >= 0) add(y - radius - 1, -1);
    const rows = Math.min(y + radius, height - 1) - Math.max(y - radius, 0) + 1;
    for (let x = 0; x < width; x++) out[y * width + x] = sums[x]! / rows;
  }
  return out;
}

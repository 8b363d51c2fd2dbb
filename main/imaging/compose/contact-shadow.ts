/** Soft shadow where a subject touches the ground. */
import type { Composition } from '../../../contract/recipes/composition.ts';
import type { Size } from '../size.ts';

/** Small picture of strengths, 0 to 1. */
export interface Shadow extends Size {
  readonly data: Float32Array;
}

/** Share of the subject's height within which columns touch the ground. */
const reach = 0.12;
/** Share of the canvas's shorter side without shadow at the border. */
const clearBorder = 0.012;
/** Share from where the shadow fades to that. */
const fadeBorder = 0.06;

/** @param alpha of the subject on the small canvas, 0 to 255 */
export function computeContactShadow(
  alpha: Uint8Array,
  { width, height }: Size,
  { strength, softness }: NonNullable<Composition['shadow']>,
): Shadow {
  const lowest = lowestIn(alpha, width, height);
  const ground = Math.max(...lowest);
  if (ground < 0 || strength === 0) return { width, height, data: new Float32Array(width * height) };
  const top = alpha.findIndex((level) => level >= 128);
  const tall = Math.max(1, ground - Math.floor(top / width) + 1);
  const wide = Math.max(tall, lowest.filter((y) => y >= 0).length);
  const line = new Float32Array(width * height);
  const thick = Math.max(1, Math.round(wide * 0.008));
  lowest.forEach((y, x) => {
    if (y < 0) return;
    const weight = Math.max(0, 1 - (ground - y) / (reach * tall)) ** 1.5;
    for (let row = Math.max(0, y - thick); row <= Math.min(height - 1, y + thick); row++)
      line[row * width + x] = weight;
  });
  // A dark contact line, and a wider, flat one.
  const near = blur(line, { width, height }, wide * (0.006 + 0.02 * softness), wide * (0.004 + 0.012 * softness));
  const far = blur(line, { width, height }, wide * (0.02 + 0.09 * softness), wide * (0.008 + 0.03 * softness));
  const nearMax = maxOf(near);
  const farMax = maxOf(far);
  const data = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const dark = 0.55 * ((near[i] as number) / nearMax) + 0.45 * ((far[i] as number) / farMax);
      data[i] = strength * dark * borderFade(x, y, width, height);
    }
  }
  return { width, height, data };
}

/** The lowest row of the subject in each column, or -1. */
function lowestIn(alpha: Uint8Array, width: number, height: number): number[] {
  return Array.from({ length: width }, (_, x) => {
    for (let y = height - 1; y >= 0; y--) if ((alpha[y * width + x] as number) >= 128) return y;
    return -1;
  });
}

function maxOf(values: Float32Array): number {
  let highest = 1e-6;
  for (const value of values) if (value > highest) highest = value;
  return highest;
}

/** Smooth, 0 near the border and 1 inside. */
function borderFade(x: number, y: number, width: number, height: number): number {
  const distance = Math.min(x, y, width - 1 - x, height - 1 - y);
  const shorter = Math.min(width, height);
  const t = Math.min(
    1,
    Math.max(0, (distance - Math.max(1, shorter * clearBorder)) / Math.max(1, shorter * (fadeBorder - clearBorder))),
  );
  return t * t * (3 - 2 * t);
}

/** Three box filters, nearly Gaussian. */
function blur(values: Float32Array, size: Size, across: number, down: number): Float32Array {
  let current: Float32Array = values;
  for (let pass = 0; pass < 3; pass++) {
    current = boxBlur(current, size.height, size.width, 1, size.width, Math.max(1, Math.round(across)));
    current = boxBlur(current, size.width, 1, size.width, size.height, Math.max(1, Math.round(down)));
  }
  return current;
}

/** Averages along lines of `length` steps of `stride`, with zeros beyond. */
function boxBlur(
  values: Float32Array,
  lines: number,
  lineStride: number,
  stride: number,
  length: number,
  radius: number,
): Float32Array {
  const result = new Float32Array(values.length);
  for (let line = 0; line < lines; line++) {
    const start = line * lineStride;
    let sum = 0;
    for (let i = 0; i < Math.min(radius, length); i++) sum += values[start + i * stride] as number;
    for (let i = 0; i < length; i++) {
      if (i + radius < length) sum += values[start + (i + radius) * stride] as number;
      if (i - radius > 0) sum -= values[start + (i - radius - 1) * stride] as number;
      result[start + i * stride] = Math.max(0, sum) / (2 * radius + 1);
    }
  }
  return result;
}

/** Interpolates the strengths of row `y` of the canvas. */
export function interpolateShadowRow(shadow: Shadow, canvas: Size, y: number, to: Float32Array): void {
  const v = Math.min(shadow.height - 1, Math.max(0, ((y + 0.5) * shadow.height) / canvas.height - 0.5));
  const upper = Math.floor(v) * shadow.width;
  const lower = Math.min(shadow.height - 1, Math.floor(v) + 1) * shadow.width;
  const down = v - Math.floor(v);
  for (let x = 0; x < canvas.width; x++) {
    const u = Math.min(shadow.width - 1, Math.max(0, ((x + 0.5) * shadow.width) / canvas.width - 0.5));
    const left = Math.floor(u);
    const right = Math.min(shadow.width - 1, left + 1);
    const across = u - left;
    const above =
      (shadow.data[upper + left] as number) * (1 - across) + (shadow.data[upper + right] as number) * across;
    const below =
      (shadow.data[lower + left] as number) * (1 - across) + (shadow.data[lower + right] as number) * across;
    to[x] = above * (1 - down) + below * down;
  }
}

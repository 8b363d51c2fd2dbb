/** Points and directions: x to the right, y up, z towards the camera. */
export type Vec = readonly [number, number, number];

export const add = (a: Vec, b: Vec): Vec => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const minus = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const times = (a: Vec, k: number): Vec => [a[0] * k, a[1] * k, a[2] * k];
export const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** Normalizes a direction; returns up for length 0. */
export function unit(a: Vec): Vec {
  const length = Math.hypot(a[0], a[1], a[2]);
  return length < 1e-12 ? [0, 1, 0] : times(a, 1 / length);
}

export const mix = (a: Vec, b: Vec, t: number): Vec => add(times(a, 1 - t), times(b, t));

/** Returns a point of a circle in the x-z plane, by its angle in turns. */
export const round = (turns: number, radius: number, y = 0): Vec => [
  Math.cos(turns * 2 * Math.PI) * radius,
  y,
  Math.sin(turns * 2 * Math.PI) * radius,
];

export const smoothstep = (from: number, to: number, x: number): number => {
  const t = Math.min(1, Math.max(0, (x - from) / (to - from)));
  return t * t * (3 - 2 * t);
};

/** Converts an sRGB value to linear light, both 0..1. */
export const toLinear = (v: number): number => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
/** Converts linear light to an sRGB value, both 0..1. */
export const fromLinear = (v: number): number =>
  v <= 0.0031308 ? v * 12.92 : 1.055 * Math.min(1, v) ** (1 / 2.4) - 0.055;

/** Converts a color of CSS (#rrggbb) to linear light. */
export function color(hex: string): Vec {
  const at = (i: number) => toLinear(Number.parseInt(hex.slice(i, i + 2), 16) / 255);
  return [at(1), at(3), at(5)];
}

export function noise(x: number, y: number, z = 0): number {
  const [ix, iy, iz] = [Math.floor(x), Math.floor(y), Math.floor(z)];
  const fade = (t: number) => t * t * (3 - 2 * t);
  const [u, v, w] = [fade(x - ix), fade(y - iy), fade(z - iz)];
  let sum = 0;
  for (let corner = 0; corner < 8; corner++) {
    const [a, b, c] = [corner & 1, (corner >> 1) & 1, corner >> 2];
    let hash = Math.imul(ix + a, 374761393) ^ Math.imul(iy + b, 668265263) ^ Math.imul(iz + c, 1442695041);
    hash = Math.imul(hash ^ (hash >>> 13), 1274126177);
    const value = ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 31 - 1;
    sum += value * (a ? u : 1 - u) * (b ? v : 1 - v) * (c ? w : 1 - w);
  }
  return sum;
}

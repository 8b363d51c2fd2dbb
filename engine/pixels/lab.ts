/** CIE Lab (D65) from and to sRGB. */
import { createPlane, type Plane } from './plane.ts';
import { encode, linearise, linearOf } from './srgb.ts';

/** L 0..100 (lightness), a and b about -100..100 (green to red, blue to yellow). */
export type LabPlanes = { L: Plane; a: Plane; b: Plane };

/** White point of sRGB, X and Z for Y = 1. */
const whiteX = 0.950456;
const whiteZ = 1.088754;
/** The linear segment of Lab's cube root. */
const linearLimit = 216 / 24389;
const linearSlope = 24389 / 27 / 116;
const linearOffset = 16 / 116;

function compress(t: number): number {
  return t > linearLimit ? Math.cbrt(t) : t * linearSlope + linearOffset;
}

function expand(t: number): number {
  const cube = t * t * t;
  return cube > linearLimit ? cube : (t - linearOffset) / linearSlope;
}

/** @param rgb three bytes per pixel */
export function toLab(rgb: Uint8Array, width: number, height: number): LabPlanes {
  const lab = { L: createPlane(width, height), a: createPlane(width, height), b: createPlane(width, height) };
  for (let i = 0; i < width * height; i++) {
    const red = linearOf[rgb[i * 3]!]!;
    const green = linearOf[rgb[i * 3 + 1]!]!;
    const blue = linearOf[rgb[i * 3 + 2]!]!;
    const x = compress((0.412453 * red + 0.35758 * green + 0.180423 * blue) / whiteX);
    const y = compress(0.212671 * red + 0.71516 * green + 0.072169 * blue);
    const z = compress((0.019334 * red + 0.119193 * green + 0.950227 * blue) / whiteZ);
    lab.L.data[i] = 116 * y - 16;
    lab.a.data[i] = 500 * (x - y);
    lab.b.data[i] = 200 * (y - z);
  }
  return lab;
}

/** Converts an sRGB color, 0..255. */
export function rgbToLab(red: number, green: number, blue: number): [L: number, a: number, b: number] {
  const [r, g, b] = [red, green, blue].map((value) => linearise(value / 255)) as [number, number, number];
  const x = compress((0.412453 * r + 0.35758 * g + 0.180423 * b) / whiteX);
  const y = compress(0.212671 * r + 0.71516 * g + 0.072169 * b);
  const z = compress((0.019334 * r + 0.119193 * g + 0.950227 * b) / whiteZ);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** Writes the sRGB values of a Lab color (0..255, clipped, not rounded) to `out` at `offset`. */
export function writeRgb(L: number, a: number, b: number, out: Float32Array, offset: number): void {
  const fy = (L + 16) / 116;
  const x = expand(fy + a / 500) * whiteX;
  const y = expand(fy);
  const z = expand(fy - b / 200) * whiteZ;
  out[offset] = encode(3.240479 * x - 1.53715 * y - 0.498535 * z);
  out[offset + 1] = encode(-0.969256 * x + 1.875991 * y + 0.041556 * z);
  out[offset + 2] = encode(0.055648 * x - 0.204043 * y + 1.057311 * z);
}

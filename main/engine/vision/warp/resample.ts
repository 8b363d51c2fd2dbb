// Moves pixels: reads each pixel of the warped photograph from where its field says, with bicubic interpolation.

import type { Photo } from '../photo.ts';
import type { Field } from './field.ts';

/** Pixels that move less than this (px) stay as they are. */
const STILL = 0.01;

/** Warps the photograph in place, only inside the field's rectangle and only where the field moves something. */
export function warpPhoto(photo: Photo, field: Field): void {
  const { rect } = field;
  const source = copyOf(photo);
  const move = new Float64Array(2);
  for (let y = rect.y; y < rect.y + rect.height; y++) {
    for (let x = rect.x; x < rect.x + rect.width; x++) {
      between(field, x + 0.5 - rect.x, y + 0.5 - rect.y, move);
      if (Math.abs(move[0]!) < STILL && Math.abs(move[1]!) < STILL) continue;
      readCubic(source, x + move[0]!, y + move[1]!, photo, y * photo.width + x);
    }
  }
}

/** A copy of its own: `slice` of a Buffer, which decoded pixels may be, would share the memory. */
function copyOf({ width, height, rgb, alpha }: Photo): Photo {
  return { width, height, rgb: new Uint8Array(rgb), alpha: alpha && new Uint8Array(alpha) };
}

/** The field at a place given from its top left corner. */
function between({ step, columns, rows, dx, dy }: Field, x: number, y: number, out: Float64Array): void {
  const u = x / step;
  const v = y / step;
  const column = Math.min(columns - 2, Math.floor(u));
  const row = Math.min(rows - 2, Math.floor(v));
  const [s, t] = [u - column, v - row];
  const at = row * columns + column;
  const [a, b, c, d] = [(1 - s) * (1 - t), s * (1 - t), (1 - s) * t, s * t];
  out[0] = dx[at]! * a + dx[at + 1]! * b + dx[at + columns]! * c + dx[at + columns + 1]! * d;
  out[1] = dy[at]! * a + dy[at + 1]! * b + dy[at + columns]! * c + dy[at + columns + 1]! * d;
}

const across = new Float64Array(4);
const down = new Float64Array(4);

/** Catmull-Rom weights of four neighbours for a place `t` (0..1) between the middle two. */
function cubicWeights(t: number, out: Float64Array): void {
  out[0] = t * (-0.5 + t * (1 - 0.5 * t));
  out[1] = 1 + t * t * (-2.5 + 1.5 * t);
  out[2] = t * (0.5 + t * (2 - 1.5 * t));
  out[3] = t * t * (-0.5 + 0.5 * t);
}

/** Writes the colour (and alpha) at a place to pixel `to`. What is transparent lends no colour. */
function readCubic(from: Photo, x: number, y: number, into: Photo, to: number): void {
  const { width, height, rgb, alpha } = from;
  const left = Math.floor(x);
  const top = Math.floor(y);
  cubicWeights(x - left, across);
  cubicWeights(y - top, down);
  let [red, green, blue, opacity] = [0, 0, 0, 0];
  for (let j = 0; j < 4; j++) {
    const row = Math.min(height - 1, Math.max(0, top + j - 1)) * width;
    for (let i = 0; i < 4; i++) {
      const at = row + Math.min(width - 1, Math.max(0, left + i - 1));
      let weight = down[j]! * across[i]!;
      if (alpha) {
        weight *= alpha[at]! / 255;
        opacity += weight;
      }
      red += weight * rgb[at * 3]!;
      green += weight * rgb[at * 3 + 1]!;
      blue += weight * rgb[at * 3 + 2]!;
    }
  }
  if (alpha) {
    into.alpha![to] = toByte(opacity * 255);
    const scale = opacity > 0.002 ? 1 / opacity : 0;
    [red, green, blue] = scale > 0 ? [red * scale, green * scale, blue * scale] : [255, 255, 255];
  }
  into.rgb[to * 3] = toByte(red);
  into.rgb[to * 3 + 1] = toByte(green);
  into.rgb[to * 3 + 2] = toByte(blue);
}

function toByte(value: number): number {
  return Math.min(255, Math.max(0, Math.round(value)));
}

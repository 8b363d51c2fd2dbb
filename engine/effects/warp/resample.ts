/** Backward warp with Catmull-Rom interpolation. Pixels that hardly move are copied. */
import type { Photo } from '../../vision/photo/decode.ts';
import type { Field } from './displacement-field.ts';

const minMovementPx = 0.01;

/** Changes the rectangle of the field in place. */
export function warpPhoto(photo: Photo, field: Field): void {
  warpInto(copyOf(photo), photo, field);
}

/** Both photographs have the same size. */
export function warpInto(source: Photo, target: Photo, field: Field): void {
  const { rect } = field;
  const move = new Float64Array(2);
  for (let y = rect.y; y < rect.y + rect.height; y++) {
    for (let x = rect.x; x < rect.x + rect.width; x++) {
      const index = y * target.width + x;
      fieldAt(field, x + 0.5, y + 0.5, move);
      if (isStill(move)) copyPixel(source, target, index);
      else {
        readCubic(source, x + move[0]!, y + move[1]!);
        write(target, index);
      }
    }
  }
}

function copyPixel(source: Photo, target: Photo, index: number): void {
  for (let i = index * 3; i < index * 3 + 3; i++) target.rgb[i] = source.rgb[i]!;
  if (source.alpha && target.alpha) target.alpha[index] = source.alpha[index]!;
}

function isStill(move: Float64Array): boolean {
  return Math.abs(move[0]!) < minMovementPx && Math.abs(move[1]!) < minMovementPx;
}

/** Not `slice`, because a Buffer would share its memory. */
function copyOf({ width, height, rgb, alpha }: Photo): Photo {
  return { width, height, rgb: new Uint8Array(rgb), alpha: alpha && new Uint8Array(alpha) };
}

/** Bilinear, inside the field's rectangle. */
function fieldAt({ rect, step, columns, rows, dx, dy }: Field, x: number, y: number, out: Float64Array): void {
  const u = (x - rect.x) / step;
  const v = (y - rect.y) / step;
  const column = Math.min(columns - 2, Math.floor(u));
  const row = Math.min(rows - 2, Math.floor(v));
  const [s, t] = [u - column, v - row];
  const index = row * columns + column;
  const [a, b, c, d] = [(1 - s) * (1 - t), s * (1 - t), (1 - s) * t, s * t];
  out[0] = dx[index]! * a + dx[index + 1]! * b + dx[index + columns]! * c + dx[index + columns + 1]! * d;
  out[1] = dy[index]! * a + dy[index + 1]! * b + dy[index + columns]! * c + dy[index + columns + 1]! * d;
}

const across = new Float64Array(4);
const down = new Float64Array(4);
const columns = new Int32Array(4);
const color = new Float64Array(4);

/** @param t 0..1 between the middle two of four values */
function cubicWeights(t: number, out: Float64Array): void {
  out[0] = t * (-0.5 + t * (1 - 0.5 * t));
  out[1] = 1 + t * t * (-2.5 + 1.5 * t);
  out[2] = t * (0.5 + t * (2 - 1.5 * t));
  out[3] = t * t * (-0.5 + 0.5 * t);
}

/** Writes red, green, blue (times opacity) and opacity (0..1) to `color`. Transparent pixels have no color. */
function readCubic({ width, height, rgb, alpha }: Photo, x: number, y: number): void {
  const left = Math.floor(x);
  const top = Math.floor(y);
  cubicWeights(x - left, across);
  cubicWeights(y - top, down);
  for (let i = 0; i < 4; i++) columns[i] = Math.min(width - 1, Math.max(0, left + i - 1));
  let red = 0;
  let green = 0;
  let blue = 0;
  let opacity = 0;
  for (let j = 0; j < 4; j++) {
    const row = Math.min(height - 1, Math.max(0, top + j - 1)) * width;
    for (let i = 0; i < 4; i++) {
      const index = row + columns[i]!;
      const solid = alpha ? alpha[index]! : 255;
      if (solid === 0) continue;
      const weight = solid === 255 ? down[j]! * across[i]! : down[j]! * across[i]! * (solid / 255);
      red += weight * rgb[index * 3]!;
      green += weight * rgb[index * 3 + 1]!;
      blue += weight * rgb[index * 3 + 2]!;
      opacity += weight;
    }
  }
  color[0] = red;
  color[1] = green;
  color[2] = blue;
  color[3] = opacity;
}

const minOpacity = 0.002;

function write(target: Photo, to: number): void {
  const opacity = color[3]!;
  if (target.alpha) target.alpha[to] = toByte(opacity * 255);
  for (let c = 0; c < 3; c++) target.rgb[to * 3 + c] = opacity > minOpacity ? toByte(color[c]! / opacity) : 255;
}

function toByte(value: number): number {
  return Math.min(255, Math.max(0, Math.round(value)));
}

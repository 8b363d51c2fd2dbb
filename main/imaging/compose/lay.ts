/** Lays shadow and subject over rows of a background. */
import type { Size } from '../size.ts';
import { type Shadow, shadowRow } from './contact-shadow.ts';

/** Alpha below this is what resampling leaves beside an edge, and would tint a background that has to be exact. */
const nothing = 4;

/** A row of the subject, RGBA, and where it begins on the canvas. */
export interface SubjectRow {
  readonly left: number;
  readonly pixels: Uint8Array;
}

/**
 * Changes a row of the canvas, RGBA. Where neither shadow nor subject is, it stays bit for bit.
 * @param shades room for a number a pixel
 */
export function layRow(
  row: Uint8Array,
  canvas: Size,
  y: number,
  shadow: Shadow | null,
  subject: SubjectRow | null,
  shades: Float32Array,
): void {
  if (shadow !== null) {
    shadowRow(shadow, canvas, y, shades);
    for (let x = 0; x < canvas.width; x++) {
      // Steps between levels would be seen as bands; so whole levels are dithered with the pattern of their place.
      const a = Math.floor((shades[x] as number) * 255 + dither(x, y));
      if (a > 0) over(row, x * 4, 0, 0, 0, a);
    }
  }
  if (subject === null) return;
  const { left, pixels } = subject;
  for (let i = 0; i < pixels.length; i += 4) {
    const a = pixels[i + 3] as number;
    const x = left + i / 4;
    if (a < nothing || x < 0 || x >= canvas.width) continue;
    over(row, x * 4, pixels[i] as number, pixels[i + 1] as number, pixels[i + 2] as number, a);
  }
}

/** Ordered pattern (Bayer, 4 x 4), between 1/32 and 31/32; what is no shadow at all stays none. */
const pattern = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];
function dither(x: number, y: number): number {
  return ((pattern[(y & 3) * 4 + (x & 3)] as number) + 0.5) / 16;
}

/** "A over B" on straight alpha (Porter and Duff). */
function over(row: Uint8Array, at: number, red: number, green: number, blue: number, alpha: number): void {
  const below = row[at + 3] as number;
  const kept = (below * (255 - alpha)) / 255;
  const all = alpha + kept;
  row[at] = Math.round((red * alpha + (row[at] as number) * kept) / all);
  row[at + 1] = Math.round((green * alpha + (row[at + 1] as number) * kept) / all);
  row[at + 2] = Math.round((blue * alpha + (row[at + 2] as number) * kept) / all);
  row[at + 3] = Math.round(all);
}

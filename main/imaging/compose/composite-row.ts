/** Lays shadow and subject over rows of a background. */
import type { Size } from '../size.ts';
import { maxSampleOf, type Samples } from '../unpacked-image.ts';
import { type Shadow, shadowRow } from './contact-shadow.ts';

/** Alpha, of 255, below this is what resampling leaves beside an edge, and would tint a background that has to be exact. */
const nothing = 4;

/** A row of the subject, RGBA, and where it begins on the canvas. */
export interface SubjectRow {
  readonly left: number;
  readonly pixels: Samples;
}

/**
 * Changes a row of the canvas, RGBA, as the subject's with 8 bits or with 16. Where neither shadow nor subject is, it stays bit for bit.
 * @param shades room for a number a pixel
 */
export function compositeRow(
  row: Samples,
  canvas: Size,
  y: number,
  shadow: Shadow | null,
  subject: SubjectRow | null,
  shades: Float32Array,
): void {
  const maxSample = maxSampleOf(row);
  if (shadow !== null) {
    shadowRow(shadow, canvas, y, shades);
    for (let x = 0; x < canvas.width; x++) {
      // Steps between levels would be seen as bands; so whole levels are dithered with the pattern of their place.
      const a = Math.floor((shades[x] as number) * maxSample + dither(x, y));
      if (a > 0) over(row, x * 4, 0, 0, 0, a, maxSample);
    }
  }
  if (subject === null) return;
  const { left, pixels } = subject;
  const minAlpha = (nothing * maxSample) / 255;
  for (let i = 0; i < pixels.length; i += 4) {
    const a = pixels[i + 3] as number;
    const x = left + i / 4;
    if (a < minAlpha || x < 0 || x >= canvas.width) continue;
    over(row, x * 4, pixels[i] as number, pixels[i + 1] as number, pixels[i + 2] as number, a, maxSample);
  }
}

/** Ordered pattern (Bayer, 4 x 4), between 1/32 and 31/32; what is no shadow at all stays none. */
const pattern = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];
function dither(x: number, y: number): number {
  return ((pattern[(y & 3) * 4 + (x & 3)] as number) + 0.5) / 16;
}

/** "A over B" on straight alpha (Porter and Duff). */
function over(
  row: Samples,
  offset: number,
  red: number,
  green: number,
  blue: number,
  alpha: number,
  maxSample: number,
): void {
  const backdropAlpha = row[offset + 3] as number;
  const kept = (backdropAlpha * (maxSample - alpha)) / maxSample;
  const all = alpha + kept;
  row[offset] = Math.round((red * alpha + (row[offset] as number) * kept) / all);
  row[offset + 1] = Math.round((green * alpha + (row[offset + 1] as number) * kept) / all);
  row[offset + 2] = Math.round((blue * alpha + (row[offset + 2] as number) * kept) / all);
  row[offset + 3] = Math.round(all);
}

/** Numbers of 8 bits that are the upper ones of 16 become the same shares of 16: white is all of it. */
export function expandTo16Bits(samples: Samples): void {
  for (let index = 0; index < samples.length; index++) samples[index] = ((samples[index] as number) >>> 8) * 257;
}

import type { Size } from '../size.ts';
import { maxSampleOf, type Samples } from '../unpacked-image.ts';
import { interpolateShadowRow, type Shadow } from './contact-shadow.ts';

/** Fainter alpha, of 255, comes from scaling and would tint an exact background. */
const minAlphaLevel = 4;

/** RGBA, and its position on the canvas. */
export interface SubjectRow {
  readonly left: number;
  readonly pixels: Samples;
}

/**
 * Composites on a row of RGBA with 8 or 16 bits. Other pixels stay identical.
 * @param shades buffer of the canvas's width
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
    interpolateShadowRow(shadow, canvas, y, shades);
    for (let x = 0; x < canvas.width; x++) {
      // Dithers, because steps between levels would show as bands.
      const a = Math.floor((shades[x] as number) * maxSample + dither(x, y));
      if (a > 0) over(row, x * 4, 0, 0, 0, a, maxSample);
    }
  }
  if (subject === null) return;
  const { left, pixels } = subject;
  const minAlpha = (minAlphaLevel * maxSample) / 255;
  for (let i = 0; i < pixels.length; i += 4) {
    const a = pixels[i + 3] as number;
    const x = left + i / 4;
    if (a < minAlpha || x < 0 || x >= canvas.width) continue;
    over(row, x * 4, pixels[i] as number, pixels[i + 1] as number, pixels[i + 2] as number, a, maxSample);
  }
}

/** Bayer's 4 x 4 pattern, 1/32 to 31/32. */
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
  const rest = (backdropAlpha * (maxSample - alpha)) / maxSample;
  const total = alpha + rest;
  row[offset] = Math.round((red * alpha + (row[offset] as number) * rest) / total);
  row[offset + 1] = Math.round((green * alpha + (row[offset + 1] as number) * rest) / total);
  row[offset + 2] = Math.round((blue * alpha + (row[offset + 2] as number) * rest) / total);
  row[offset + 3] = Math.round(total);
}

/** Restores exact 16-bit values from their high byte. */
export function expandTo16Bits(samples: Samples): void {
  for (let index = 0; index < samples.length; index++) samples[index] = ((samples[index] as number) >>> 8) * 257;
}

/** Rectangles of pixels that lie row after row in memory. */
import type { Region } from '../size.ts';

/** A copy of the pixels of a region. */
export function cropPixels(pixels: Uint8Array, rowWidth: number, channels: number, region: Region): Uint8Array {
  const { left, top, width, height } = region;
  const out = new Uint8Array(width * height * channels);
  for (let row = 0; row < height; row++) {
    const from = ((top + row) * rowWidth + left) * channels;
    out.set(pixels.subarray(from, from + width * channels), row * width * channels);
  }
  return out;
}

/** Puts pixels in the place of a region. */
export function pastePixels(
  pixels: Uint8Array,
  rowWidth: number,
  channels: number,
  { left, top, width, height }: Region,
  part: Uint8Array,
): void {
  for (let row = 0; row < height; row++) {
    const from = row * width * channels;
    pixels.set(part.subarray(from, from + width * channels), ((top + row) * rowWidth + left) * channels);
  }
}

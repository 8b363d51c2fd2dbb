/** Reads Windows bitmaps from files, as the decoder takes them: raw pixels. */
import { type BitmapHeader, bitmapHeader, decodeBitmap } from '../../../formats/bmp.ts';
import { bytesOfFile } from '../container/pinned-files.ts';
import { firstBytes } from './read-head.ts';

/** The header of the bitmap at `path`. Throws as `bitmapHeader`, and what reading a file throws. */
export async function headerOfBitmap(path: string): Promise<BitmapHeader> {
  return bitmapHeader(await firstBytes(path, 54));
}

/** RGB pixels, or RGBA where some are not opaque; rows from the top. */
export interface BitmapPixels {
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
  readonly data: Uint8Array;
}

/**
 * Decodes a whole bitmap, from its path or its bytes; needs about three bytes of memory a pixel beside the file, and five more with alpha.
 * @throws Error when the file is cut short, contradicts itself, or has more than `maxPixels`.
 */
export async function readBitmap(file: string | Buffer, maxPixels: number): Promise<BitmapPixels> {
  const bytes = typeof file === 'string' ? await bytesOfFile(file) : file;
  const { width, height, rgb, alpha } = decodeBitmap(bytes, maxPixels);
  if (alpha === null) return { width, height, channels: 3, data: rgb };
  const data = new Uint8Array(alpha.length * 4);
  for (let at = 0; at < alpha.length; at++) {
    data.set(rgb.subarray(at * 3, at * 3 + 3), at * 4);
    data[at * 4 + 3] = alpha[at]!;
  }
  return { width, height, channels: 4, data };
}

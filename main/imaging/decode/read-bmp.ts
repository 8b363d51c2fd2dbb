/** Reads Windows bitmaps as raw pixels. */
import { type BitmapHeader, bitmapHeader, decodeBitmap } from '../../../formats/bmp.ts';
import { readFirstBytes } from '../container/file-pieces.ts';
import { bytesOfFile } from '../container/pinned-files.ts';

/** @throws as `bitmapHeader`; the file system's errors */
export async function headerOfBitmap(path: string): Promise<BitmapHeader> {
  return bitmapHeader(await readFirstBytes(path, 54));
}

/** RGB, or RGBA if some pixels are not opaque; rows from the top. */
export interface BitmapPixels {
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
  readonly data: Uint8Array;
}

/**
 * Takes three bytes of memory per pixel, eight with alpha.
 * @param file path or bytes
 * @throws Error if the file is invalid or exceeds `maxPixels`
 */
export async function readBitmap(file: string | Buffer, maxPixels: number): Promise<BitmapPixels> {
  const bytes = typeof file === 'string' ? await bytesOfFile(file) : file;
  const { width, height, rgb, alpha } = decodeBitmap(bytes, maxPixels);
  if (alpha === null) return { width, height, channels: 3, data: rgb };
  const data = new Uint8Array(alpha.length * 4);
  for (let pixel = 0; pixel < alpha.length; pixel++) {
    data.set(rgb.subarray(pixel * 3, pixel * 3 + 3), pixel * 4);
    data[pixel * 4 + 3] = alpha[pixel]!;
  }
  return { width, height, channels: 4, data };
}

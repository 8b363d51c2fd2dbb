/** Reads Windows bitmaps, which sharp cannot; the decoding is NetSurf's libnsbmp, compiled to WebAssembly. */
import { open, readFile } from 'node:fs/promises';
import { decode } from '@cwasm/nsbmp';

export interface BitmapHeader {
  readonly width: number;
  readonly height: number;
  readonly bitsPerPixel: number;
}

/**
 * Size and depth as the file's header states them; nothing is allocated from them.
 * @throws RangeError when the file is too short to hold a header.
 */
export function bitmapHeader(bytes: Uint8Array): BitmapHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Headers of 12 bytes (OS/2) have 16-bit sizes; a negative height means rows from the top.
  if (view.getUint32(14, true) === 12) {
    return {
      width: view.getUint16(18, true),
      height: view.getUint16(20, true),
      bitsPerPixel: view.getUint16(24, true),
    };
  }
  return {
    width: Math.abs(view.getInt32(18, true)),
    height: Math.abs(view.getInt32(22, true)),
    bitsPerPixel: view.getUint16(28, true),
  };
}

/** The header of the bitmap at `path`. Throws as `bitmapHeader`, and what reading a file throws. */
export async function headerOfBitmap(path: string): Promise<BitmapHeader> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(54), 0, 54, 0);
    return bitmapHeader(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

/** RGBA pixels, four bytes each, rows from the top. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

/**
 * Decodes a whole bitmap; needs about five bytes of memory a pixel.
 * @throws Error when the file is cut short, contradicts itself, or has more than `maxPixels`.
 */
export async function decodeBitmap(path: string, maxPixels: number): Promise<Bitmap> {
  const bytes = await readFile(path);
  const header = bitmapHeader(bytes);
  if (header.width * header.height > maxPixels) throw new RangeError('the bitmap has too many pixels');
  const { width, height, data } = decode(bytes);
  return { width, height, rgba: new Uint8Array(data.buffer, data.byteOffset, data.byteLength) };
}

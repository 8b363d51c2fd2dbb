/** What an uploaded image is, read from its first bytes: name and declared type are never believed. */
import sharp from 'sharp';
import type { ImageFormat } from '../../../preload/contract/operations/spec.ts';

/** An image as its header describes it; sizes in px before any EXIF orientation is applied. */
export interface ImageHeader {
  readonly format: ImageFormat;
  readonly width: number;
  readonly height: number;
  /** Bits of one pixel, all channels together; known for PNG only. */
  readonly pngBits?: number;
}

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The format by magic bytes, or undefined for anything that is none of the interface's four. */
export function sniff(bytes: Uint8Array): ImageFormat | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 16));
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'jpeg';
  if (head.subarray(0, 8).equals(png)) return 'png';
  if (head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP') return 'webp';
  // "BM" alone also opens many texts; a bitmap's two reserved words (bytes 6 to 9) are zero.
  if (head.toString('latin1', 0, 2) === 'BM' && head.length >= 10 && head.readUInt32LE(6) === 0) return 'bmp';
  return undefined;
}

/**
 * Reads format and size. Undefined where the format is none of the interface's.
 * @throws Error when the header itself is damaged.
 */
export async function readHeader(bytes: Uint8Array): Promise<ImageHeader | undefined> {
  const format = sniff(bytes);
  switch (format) {
    case undefined:
      return undefined;
    case 'bmp':
      return { format, ...bitmapSize(bytes) };
    case 'png':
      return { format, ...pngHeader(bytes) };
    case 'jpeg':
    case 'webp': {
      const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
      if (!width || !height) throw new Error('no size in the header');
      return { format, width, height };
    }
  }
}

/** Samples per pixel by the PNG colour type. */
const pngChannels: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

function pngHeader(bytes: Uint8Array): { width: number; height: number; pngBits: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const width = view.getUint32(16);
  const height = view.getUint32(20);
  const channels = pngChannels[view.getUint8(25)];
  const isHeader = Buffer.from(bytes.buffer, bytes.byteOffset + 12, 4).toString('latin1') === 'IHDR';
  if (!isHeader || !channels || !width || !height) throw new Error('damaged PNG header');
  return { width, height, pngBits: view.getUint8(24) * channels };
}

function bitmapSize(bytes: Uint8Array): { width: number; height: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const headerSize = view.getUint32(14, true);
  // The oldest header (12 bytes) has 16-bit sides; in all others a negative height means rows from top to bottom.
  const width = headerSize === 12 ? view.getUint16(18, true) : view.getInt32(18, true);
  const height = headerSize === 12 ? view.getUint16(20, true) : Math.abs(view.getInt32(22, true));
  if (width <= 0 || height <= 0) throw new Error('damaged bitmap header');
  return { width, height };
}

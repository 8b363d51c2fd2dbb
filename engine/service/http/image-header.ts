/** What an uploaded image is, read from its first bytes: name and declared type are never believed. */
import sharp from 'sharp';
import { type ImageFormat, imageFormats } from '../../../contract/operations/operation-spec.ts';
import { bitmapHeader } from '../../../formats/bmp.ts';
import { signedFormat } from '../../../formats/image-signature.ts';
import { pngHeader } from '../../../formats/png-header.ts';

/** An image as its header describes it; sizes in px before any EXIF orientation is applied. */
export interface ImageHeader {
  readonly format: ImageFormat;
  readonly width: number;
  readonly height: number;
  /** Bits of one pixel, all channels together; known for PNG only. */
  readonly pngBits?: number;
}

/** The format by magic bytes, or undefined for anything that is none of the interface's four. */
export function sniff(bytes: Uint8Array): ImageFormat | undefined {
  const format = signedFormat(bytes);
  return imageFormats.find((each) => each === format);
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
    case 'bmp': {
      const { width, height } = bitmapHeader(bytes);
      return { format, width, height };
    }
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

/** Pixels of all images together. @throws Error when a header is damaged */
export async function pixelsOf(images: Record<string, Uint8Array>): Promise<number> {
  const headers = await Promise.all(Object.values(images).map(readHeader));
  return headers.reduce((sum, header) => sum + (header ? header.width * header.height : 0), 0);
}

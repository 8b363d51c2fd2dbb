/** Headers of uploaded images. Names and declared types of files are ignored. */
import sharp from 'sharp';
import { type ImageFormat, imageFormats } from '../../../contract/operations/operation-spec.ts';
import { bitmapHeader } from '../../../formats/bmp.ts';
import { signedFormat } from '../../../formats/image-signature.ts';
import { pngHeader } from '../../../formats/png-header.ts';

/** Sizes are in px before the EXIF orientation is applied. */
export interface ImageHeader {
  readonly format: ImageFormat;
  readonly width: number;
  readonly height: number;
  /** Bits of one pixel, all channels together; PNG only. */
  readonly pngBits?: number;
}

/** Returns the format by magic bytes, or undefined if it is none of the interface. */
export function sniff(bytes: Uint8Array): ImageFormat | undefined {
  const format = signedFormat(bytes);
  return imageFormats.find((each) => each === format);
}

/**
 * Returns undefined if the format is none of the interface.
 * @throws Error if the header is damaged
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

/** Returns the pixels of all images together. @throws Error if a header is damaged */
export async function countPixels(images: Record<string, Uint8Array>): Promise<number> {
  const headers = await Promise.all(Object.values(images).map(readHeader));
  return headers.reduce((sum, header) => sum + (header ? header.width * header.height : 0), 0);
}

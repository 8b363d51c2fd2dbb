/** What the bytes of an answer are: an image of which type, whole or cut off, or a text. Headers are not believed. */
import { type SignedFormat, signedFormat } from '../../../formats/image-signature.ts';

export type ImageMime = `image/${SignedFormat}`;

/** Bytes needed to tell whether a file is whole; some programs write a few behind its end. */
export const tailBytes = 1024;

const extensions: Record<ImageMime, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/bmp': 'bmp',
  'image/gif': 'gif',
  'image/tiff': 'tif',
};

/** The type of an image by its signature in `head`, the first bytes of a file; null for anything else. */
export function imageMime(head: Uint8Array): ImageMime | null {
  const format = signedFormat(head);
  return format && `image/${format}`;
}

/** File name extension without dot. */
export function extensionOf(mime: ImageMime): string {
  return extensions[mime];
}

/** True when bytes that are no image are text: a web page, JSON, a sentence. */
export function isLikelyText(head: Uint8Array): boolean {
  return head.length > 0 && head.every((byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d);
}

/**
 * True when the file ends as its format says. Asked only where the length of a transfer was not announced, since some cameras
 * write files without a proper end. `tail` holds the last `tailBytes` of the file.
 */
export function isCompleteImage(mime: ImageMime, tail: Uint8Array): boolean {
  const bytes = Buffer.from(tail.buffer, tail.byteOffset, tail.byteLength);
  switch (mime) {
    case 'image/jpeg':
      return bytes.lastIndexOf(Buffer.from([0xff, 0xd9])) !== -1;
    case 'image/png':
      return bytes.lastIndexOf('IEND') !== -1;
    case 'image/gif':
      return bytes.at(-1) === 0x3b;
    default:
      return true;
  }
}

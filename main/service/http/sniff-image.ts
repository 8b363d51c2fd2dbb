/** Detects images and text by their bytes, because headers are unreliable. */
import { type SignedFormat, signedFormat } from '../../../formats/image-signature.ts';

export type ImageMime = `image/${SignedFormat}`;

/** At the end of a complete file; some programs append a few bytes. */
export const tailBytes = 1024;

const extensions: Record<ImageMime, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/bmp': 'bmp',
  'image/gif': 'gif',
  'image/tiff': 'tif',
};

/** Detects an image by `head`, the first bytes of a file. */
export function imageMime(head: Uint8Array): ImageMime | null {
  const format = signedFormat(head);
  return format && `image/${format}`;
}

/** Without dot. */
export function extensionOf(mime: ImageMime): string {
  return extensions[mime];
}

/** Whether bytes are text, such as a web page or JSON. */
export function isLikelyText(head: Uint8Array): boolean {
  return head.length > 0 && head.every((byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d);
}

/**
 * Whether a file ends as its format requires. Only for transfers of unknown length, because some cameras write no
 * proper end.
 * @param tail the last `tailBytes`
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

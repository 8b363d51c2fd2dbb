/** Tells image formats by their first bytes; names and headers are not believed. */

export type ImageMime = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/bmp' | 'image/gif' | 'image/tiff';

/** Bytes needed to tell a format, and to tell whether a file is whole (some programs write a few bytes behind the end). */
export const signatureBytes = 16;
export const tailBytes = 1024;

const extensions: Record<ImageMime, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/bmp': 'bmp',
  'image/gif': 'gif',
  'image/tiff': 'tif',
};

/** The format whose signature `head` (the first bytes of a file) begins with, or null. */
export function imageMime(head: Uint8Array): ImageMime | null {
  const hex = Buffer.from(head.subarray(0, signatureBytes)).toString('hex');
  if (hex.startsWith('ffd8ff')) return 'image/jpeg';
  if (hex.startsWith('89504e470d0a1a0a')) return 'image/png';
  if (hex.startsWith('52494646') && hex.slice(16, 24) === '57454250') return 'image/webp';
  if (hex.startsWith('474946383761') || hex.startsWith('474946383961')) return 'image/gif';
  if (hex.startsWith('49492a00') || hex.startsWith('4d4d002a')) return 'image/tiff';
  // "BM" alone is two letters of any text: the four reserved bytes after the size must be zero too.
  if (hex.startsWith('424d') && hex.slice(12, 20) === '00000000') return 'image/bmp';
  return null;
}

/** File name extension without dot. */
export function extensionOf(mime: ImageMime): string {
  return extensions[mime];
}

/** True when bytes that are no image are text: a web page, JSON, a sentence. */
export function looksLikeText(head: Uint8Array): boolean {
  return head.length > 0 && head.every((byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d);
}

/**
 * True when the file ends as its format says. Asked only where the length of a transfer was not announced, since some cameras
 * write files without a proper end. `tail` holds the last `tailBytes` of the file.
 */
export function endsWhole(mime: ImageMime, tail: Uint8Array): boolean {
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

import type { ImageFormat } from '../contract/operations/operation-spec.ts';

/** Formats of the interface, and two more. */
export type SignedFormat = ImageFormat | 'gif' | 'tiff';

/** Length of the longest signature. */
export const signatureBytes = 18;

/** Lengths of the second BMP header, from OS/2 to Windows 5, in hex. */
const bitmapHeaders = new Set(
  [12, 40, 52, 56, 64, 108, 124].map((length) => `${length.toString(16).padStart(2, '0')}000000`),
);

/** Detects a format, because names and declared types are unreliable. @param head first bytes of a file, or more */
export function signedFormat(head: Uint8Array): SignedFormat | null {
  const hex = Buffer.from(head.subarray(0, signatureBytes)).toString('hex');
  if (hex.startsWith('ffd8ff')) return 'jpeg';
  if (hex.startsWith('89504e470d0a1a0a')) return 'png';
  if (hex.startsWith('52494646') && hex.slice(16, 24) === '57454250') return 'webp';
  if (hex.startsWith('474946383761') || hex.startsWith('474946383961')) return 'gif';
  if (hex.startsWith('49492a00') || hex.startsWith('4d4d002a')) return 'tiff';
  // Text may begin with “BM” too.
  if (hex.startsWith('424d') && bitmapHeaders.has(hex.slice(28, 36))) return 'bmp';
  return null;
}

/** Tells image formats by their first bytes; names and declared types are never believed. */
import type { ImageFormat } from '../contract/operations/operation-spec.ts';

/** Formats told here: those of the interface, and two more that services answer with and people drop. */
export type SignedFormat = ImageFormat | 'gif' | 'tiff';

/** Bytes needed to tell a format. */
export const signatureBytes = 18;

/** Lengths of the second header of a bitmap, from OS/2 to Windows 5, as they stand in its bytes. */
const bitmapHeaders = new Set(
  [12, 40, 52, 56, 64, 108, 124].map((length) => `${length.toString(16).padStart(2, '0')}000000`),
);

/** The format whose signature `head` (the first bytes of a file, or all of it) begins with, or null. */
export function signedFormat(head: Uint8Array): SignedFormat | null {
  const hex = Buffer.from(head.subarray(0, signatureBytes)).toString('hex');
  if (hex.startsWith('ffd8ff')) return 'jpeg';
  if (hex.startsWith('89504e470d0a1a0a')) return 'png';
  if (hex.startsWith('52494646') && hex.slice(16, 24) === '57454250') return 'webp';
  if (hex.startsWith('474946383761') || hex.startsWith('474946383961')) return 'gif';
  if (hex.startsWith('49492a00') || hex.startsWith('4d4d002a')) return 'tiff';
  // "BM" alone is two letters of any text, and programs write what they like into the reserved bytes after the size.
  if (hex.startsWith('424d') && bitmapHeaders.has(hex.slice(28, 36))) return 'bmp';
  return null;
}

/** A photograph at full size in a form the window can show. */
import { readFile } from 'node:fs/promises';
import { openImage } from './open.ts';
import { showable } from './openable.ts';

export interface DisplayImage {
  readonly bytes: Uint8Array;
  readonly mime: string;
}

/** Formats the window draws itself, with their orientation and colour profile. */
const drawn: Readonly<Record<string, string>> = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp' };

/**
 * The file itself where the window can draw it, else a lossless copy (TIFF, HEIC, BMP …), upright and in sRGB.
 * @throws Error when the file is not an image that can be decoded
 */
export async function displayImage(path: string): Promise<DisplayImage> {
  const found = await showable(path);
  const mime = drawn[found.format];
  if (mime !== undefined) return { bytes: await readFile(found.path), mime };
  const image = await openImage(found.path, found.format, { failOn: 'none' });
  return {
    bytes: await image.autoOrient().toColourspace('srgb').png({ compressionLevel: 2 }).toBuffer(),
    mime: 'image/png',
  };
}

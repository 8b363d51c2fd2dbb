/** A photograph at full size in a format that the window can show. */
import { readFile } from 'node:fs/promises';
import { isNormalized } from '../decode/normalize-input.ts';
import { openImage, toUpright } from '../decode/open-image.ts';
import { displayableFile, screenSide } from './decodable-file.ts';

export interface DisplayImage {
  readonly bytes: Uint8Array;
  readonly mime: string;
}

/** Formats that the window shows itself, with orientation and color profile. */
const drawn: Readonly<Record<string, string>> = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp' };

/**
 * Returns the file itself if the window can show it, else a lossless copy, upright and in sRGB. A developed raw file
 * has ten bytes per pixel, so its copy is a JPEG of high quality.
 * @throws Error if the file cannot be decoded
 */
export async function displayImage(path: string): Promise<DisplayImage> {
  const found = await displayableFile(path, screenSide);
  const mime = drawn[found.format];
  const isSensor = found.developed?.from === 'raw' && found.format === 'png';
  const isPlain = await isNormalized(found.path, found.format);
  if (mime !== undefined && !isSensor && isPlain) return { bytes: await readFile(found.path), mime };
  const image = await toUpright(await openImage(found.path, found.format, { failOn: 'none' }));
  if (isSensor) {
    return { bytes: await image.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer(), mime: 'image/jpeg' };
  }
  return { bytes: await image.png({ compressionLevel: 2 }).toBuffer(), mime: 'image/png' };
}

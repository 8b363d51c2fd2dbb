/** The one door to the decoder: every image is opened here, with the same limits and the same strictness. */
import '../../formats/sharp-without-cache.ts';
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { mostPixels } from '../../../preload/contract/output.ts';
import { readBitmap } from './bmp.ts';
import type { ImageFacts } from './facts.ts';
import type { ReadableFormat } from './formats.ts';
import { leanInput } from './lean.ts';

/** Images with more pixels are refused (500 megapixels). */
export const maxPixels = mostPixels;

/** Options for every image that is decoded whole. */
export const strict = {
  limitInputPixels: maxPixels,
  // A photograph that is not whole must never be uploaded or finished as if it were.
  failOn: 'truncated',
  sequentialRead: true,
} as const satisfies SharpOptions;

/**
 * Opens the first frame of an image for decoding, from its path or its bytes. Orientation is not applied and colours are not
 * touched until the caller says so. Of data beside the picture no more is read than `mostDataBytes`.
 * @throws Error when a bitmap cannot be decoded; other formats fail when the pipeline runs.
 */
export async function openImage(
  file: string | Buffer,
  format: ReadableFormat,
  options: SharpOptions = {},
): Promise<Sharp> {
  // What is missing at the end of a TIFF is an error and no truncation to its decoder, which fills it with black.
  const failOn = format === 'tiff' ? 'error' : strict.failOn;
  if (format !== 'bmp') {
    const input = typeof file === 'string' ? await leanInput(file, format) : file;
    return sharp(input, { ...strict, failOn, ...options });
  }
  const { width, height, channels, data } = await readBitmap(file, maxPixels);
  return sharp(data, { ...strict, ...options, raw: { width, height, channels } });
}

/** The upright photograph in sRGB, 8 bits per channel, three or (with alpha) four channels. */
export async function openUpright(facts: ImageFacts): Promise<Sharp> {
  return upright(await openImage(facts.path, facts.format), facts.deep && facts.profile !== null);
}

/** The same of what was opened just now. */
export async function uprightOf(image: Sharp): Promise<Sharp> {
  const { depth, icc } = await image.metadata();
  return upright(image, depth !== 'uchar' && icc !== undefined);
}

/** @param deepAndTagged true for an image of more than 8 bits per channel that has a colour profile */
export function upright(image: Sharp, deepAndTagged: boolean): Sharp {
  const turned = image.autoOrient().toColourspace('srgb');
  // sharp takes tagged images of 16 bits to Display P3 and then writes those numbers as if they were sRGB, unless told otherwise.
  return deepAndTagged ? turned.withIccProfile('srgb', { attach: false }) : turned;
}

/** The one door to the decoder: every image is opened here, with the same limits and the same strictness. */
import type { Sharp, SharpOptions } from 'sharp';
import { maxOutputPixels } from '../../../contract/recipes/output.ts';
import { sharp } from '../../../formats/lazy-sharp.ts';
import { pinnedFileAt } from '../container/pinned-files.ts';
import { tiffPages } from '../container/tiff-pages.ts';
import type { ImageFacts } from './image-facts.ts';
import { missingProfile, normalizeInput, taggedPng } from './normalize-input.ts';
import { readBitmap } from './read-bmp.ts';
import type { ReadableFormat } from './sniff-format.ts';

/** Images with more pixels are refused (500 megapixels). */
export const maxPixels = maxOutputPixels;

/** Options for every image that is decoded whole. */
export const strictOptions = {
  limitInputPixels: maxPixels,
  // A photograph that is not whole must never be uploaded or finished as if it were.
  failOn: 'truncated',
  sequentialRead: true,
} as const satisfies SharpOptions;

/**
 * Opens the first frame of an image for decoding (of a TIFF the first that is no thumbnail), from its path or its bytes. Orientation is not applied and colours are not
 * touched until the caller says so. Of data beside the picture no more is read than `maxMetadataBytes`.
 * @throws Error when a bitmap cannot be decoded; other formats fail when the pipeline runs.
 */
export async function openImage(
  file: string | Buffer,
  format: ReadableFormat,
  options: SharpOptions = {},
): Promise<Sharp> {
  if (format === 'tiff') return openTiff(file, options);
  if (format !== 'bmp') {
    const input = typeof file === 'string' ? await normalizeInput(file, format) : file;
    const isTagged = format === 'jpeg' || format === 'png' || typeof file !== 'string';
    const icc = isTagged ? null : await missingProfile(file, format);
    return icc === null
      ? sharp(inMemory(input), { ...strictOptions, ...options })
      : openTagged(inMemory(input), icc, options);
  }
  const { width, height, channels, data } = await readBitmap(file, maxPixels);
  return sharp(data, { ...strictOptions, ...options, raw: { width, height, channels } });
}

/** A file that is held is decoded from memory. */
function inMemory(input: string | Buffer): string | Buffer {
  return typeof input === 'string' ? (pinnedFileAt(input)?.bytes ?? input) : input;
}

/** By way of a PNG in memory, in the numbers that it has. */
async function openTagged(input: string | Buffer, icc: Buffer, options: SharpOptions): Promise<Sharp> {
  const sharpOptions = { ...strictOptions, ...options };
  const { width, height, space } = await sharp(input, { ...sharpOptions, limitInputPixels: false }).metadata();
  if (width * height > maxPixels) return sharp(input, sharpOptions);
  const image = sharp(input, { ...sharpOptions, ignoreIcc: true })
    .toColourspace(space)
    .keepExif()
    .keepXmp();
  return sharp(taggedPng(await image.png({ compressionLevel: 1 }).toBuffer(), icc), sharpOptions);
}

async function openTiff(input: string | Buffer, options: SharpOptions): Promise<Sharp> {
  const file = inMemory(input);
  const pages = await tiffPages(file);
  // What is missing at its end is an error and no truncation to the decoder, which fills it with black.
  const sharpOptions = { ...strictOptions, failOn: 'error', page: pages?.photograph ?? 0, ...options } as const;
  const image = sharp(file, sharpOptions);
  if (pages?.hasUnknownChannel !== true) return image;
  const { width, height, hasAlpha, space, density } = await sharp(file, {
    ...sharpOptions,
    limitInputPixels: false,
  }).metadata();
  if (!hasAlpha || width * height > maxPixels) return image;
  // To the decoder any further channel is transparency, with which it weighs the colours: they are taken out before.
  const colors = sharp(file, { ...sharpOptions, ignoreIcc: true })
    .toColourspace(space)
    .removeAlpha();
  const resolution = density === undefined ? {} : { xres: density / 25.4, yres: density / 25.4 };
  const bare = await colors
    .keepMetadata()
    .tiff({ compression: 'none', ...resolution })
    .toBuffer();
  return sharp(bare, { ...strictOptions, ...options });
}

/** The upright photograph in sRGB, 8 bits per channel, three or (with alpha) four channels. */
export async function openUpright(facts: ImageFacts): Promise<Sharp> {
  const isDeepGray = facts.colours === 'grey' && facts.deep && facts.profile !== null;
  if (isDeepGray) return rotateUpright(await openDeepGray(facts), false);
  return rotateUpright(await openImage(facts.path, facts.format), facts.deep && facts.profile !== null);
}

/** sharp converts gray levels of 16 bits by no profile, those of 8 bits by their own. */
async function openDeepGray({ path, format }: ImageFacts): Promise<Sharp> {
  const deep = await openImage(path, format, { ignoreIcc: true });
  return sharp(await deep.toColourspace('b-w').keepMetadata().png({ compressionLevel: 1 }).toBuffer(), strictOptions);
}

/** The same of what was opened just now. */
export async function toUpright(image: Sharp): Promise<Sharp> {
  const { depth, icc } = await image.metadata();
  return rotateUpright(image, depth !== 'uchar' && icc !== undefined);
}

/** @param isDeepAndTagged true for an image of more than 8 bits per channel that has a colour profile */
export function rotateUpright(image: Sharp, isDeepAndTagged: boolean): Sharp {
  const turned = image.autoOrient().toColourspace('srgb');
  // sharp takes tagged images of 16 bits to Display P3 and then writes those numbers as if they were sRGB, unless told otherwise.
  return isDeepAndTagged ? turned.withIccProfile('srgb', { attach: false }) : turned;
}

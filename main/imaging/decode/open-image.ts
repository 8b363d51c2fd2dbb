/** The only place that opens images for the decoder. */
import type { Metadata, Sharp, SharpOptions } from 'sharp';
import { maxOutputPixels } from '../../../contract/recipes/output.ts';
import { sharp } from '../../../formats/lazy-sharp.ts';
import { pinnedFileAt } from '../container/pinned-files.ts';
import { tiffPages } from '../container/tiff-pages.ts';
import { createFileCache } from './file-cache.ts';
import type { ImageFacts } from './image-facts.ts';
import { missingProfile, normalizeInput, tagPng } from './normalize-input.ts';
import { readBitmap } from './read-bmp.ts';
import type { ReadableFormat } from './sniff-format.ts';

/** 500 megapixels. */
export const maxPixels = maxOutputPixels;

export const strictOptions = {
  limitInputPixels: maxPixels,
  // An incomplete photograph must never be uploaded or finished.
  failOn: 'truncated',
  sequentialRead: true,
} as const satisfies SharpOptions;

/**
 * Opens the first frame, of a TIFF the photograph, without applying orientation or profile.
 * @throws Error for an invalid bitmap; other formats fail when the pipeline runs
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

/** The limit is 16 MB for profiles and packets. */
const maxCachedHeaders = 64;
const maxCachedHeaderBytes = 256 * 1024;

const isSmall = ({ exif, icc, xmp, iptc }: Metadata) =>
  [exif, icc, xmp, iptc].reduce((sum, block) => sum + (block?.length ?? 0), 0) <= maxCachedHeaderBytes;

const headers = createFileCache<Metadata>(maxCachedHeaders, isSmall);

/** Reads the header of an image of any size. @throws as `openImage`; the decoder's error */
export function readHeader(path: string, format: ReadableFormat): Promise<Metadata> {
  return headers.getOrRead(path, format, async () =>
    (await openImage(path, format, { limitInputPixels: false })).metadata(),
  );
}

function inMemory(input: string | Buffer): string | Buffer {
  return typeof input === 'string' ? (pinnedFileAt(input)?.bytes ?? input) : input;
}

/** Converts to a PNG with the profile, in memory. */
async function openTagged(input: string | Buffer, icc: Buffer, options: SharpOptions): Promise<Sharp> {
  const sharpOptions = { ...strictOptions, ...options };
  const { width, height, space } = await sharp(input, { ...sharpOptions, limitInputPixels: false }).metadata();
  if (width * height > maxPixels) return sharp(input, sharpOptions);
  const image = sharp(input, { ...sharpOptions, ignoreIcc: true })
    .toColourspace(space)
    .keepExif()
    .keepXmp();
  return sharp(tagPng(await image.png({ compressionLevel: 1 }).toBuffer(), icc), sharpOptions);
}

async function openTiff(input: string | Buffer, options: SharpOptions): Promise<Sharp> {
  const file = inMemory(input);
  const pages = await tiffPages(file);
  // The decoder reports a missing end as an error, not as truncation.
  const sharpOptions = { ...strictOptions, failOn: 'error', page: pages?.photograph ?? 0, ...options } as const;
  const image = sharp(file, sharpOptions);
  if (pages?.hasUnknownChannel !== true) return image;
  const { width, height, hasAlpha, space, density } = await sharp(file, {
    ...sharpOptions,
    limitInputPixels: false,
  }).metadata();
  if (!hasAlpha || width * height > maxPixels) return image;
  // The decoder treats the channel as alpha and weights colors with it.
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

/** Converts to sRGB, 8 bits, three or four channels. */
export async function openUpright(facts: ImageFacts): Promise<Sharp> {
  const isDeepGray = facts.colours === 'grey' && facts.deep && facts.profile !== null;
  if (isDeepGray) return rotateUpright(await openDeepGray(facts), false);
  return rotateUpright(await openImage(facts.path, facts.format), facts.deep && facts.profile !== null);
}

/** sharp ignores the profile of 16-bit gray. */
async function openDeepGray({ path, format }: ImageFacts): Promise<Sharp> {
  const deep = await openImage(path, format, { ignoreIcc: true });
  return sharp(await deep.toColourspace('b-w').keepMetadata().png({ compressionLevel: 1 }).toBuffer(), strictOptions);
}

export async function toUpright(image: Sharp): Promise<Sharp> {
  const { depth, icc } = await image.metadata();
  return rotateUpright(image, depth !== 'uchar' && icc !== undefined);
}

/** @param isDeepAndTagged more than 8 bits per channel, and a profile */
export function rotateUpright(image: Sharp, isDeepAndTagged: boolean): Sharp {
  const turned = image.autoOrient().toColourspace('srgb');
  // By default, sharp converts them to Display P3 and labels them sRGB.
  return isDeepAndTagged ? turned.withIccProfile('srgb', { attach: false }) : turned;
}

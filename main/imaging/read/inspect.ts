/** What a file is as a photograph: measured by decoding it whole, so that nothing broken is ever uploaded. */
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { parse as parseProfile } from 'icc';
import type { Metadata } from 'sharp';
import { pngHeader, pngHeaderBytes } from '../../formats/png-header.ts';
import { headerOfBitmap } from './bmp.ts';
import { captureDate } from './capture-date.ts';
import type { ImageFacts, ImageProblem, ImageProblemKind, Orientation } from './facts.ts';
import { firstBytes } from './first-bytes.ts';
import { formatName, type ReadableFormat, sniff } from './formats.ts';
import { maxPixels, openImage } from './open.ts';
import { readWhole } from './whole.ts';

export type { ImageFacts, ImageProblem, ImageProblemKind, Orientation } from './facts.ts';

/**
 * Looks at one file: what it is by content, its size, depth and colours, and whether it decodes to its last row.
 * Takes 10 to 300 ms for a photograph; memory stays small (decoding is streamed, except for BMP).
 * Never throws for what is wrong with the file; that is the answer.
 * @param called the file's name in sentences, where `path` is a working copy.
 */
export async function inspectImage(path: string, called = basename(path)): Promise<ImageFacts | ImageProblem> {
  const name = `“${called}”`;
  const damaged = `${name} is damaged or not complete: copy it again from where it came.`;
  const problem = (kind: ImageProblemKind, message: string): ImageProblem => ({ kind, path, message });
  try {
    const file = await stat(path);
    if (!file.isFile()) return problem('not-an-image', `${name} is not a file.`);
    if (file.size === 0) return problem('empty', `${name} is empty: copy it again from where it came.`);
    if (file.size > maxBytes)
      return problem(
        'too-large',
        `${name} has ${Math.round(file.size / 1e9)} GB, more than Burnish can take (${Math.round(maxBytes / 1e9)} GB).`,
      );
    const sniffed = await sniff(path);
    if (sniffed.kind === 'damaged') return problem('broken', damaged);
    if (sniffed.kind === 'not-an-image') return problem('not-an-image', `${name} is not a photograph.`);
    if (sniffed.kind === 'unreadable') {
      const what = formatName(sniffed.format);
      return problem('unsupported', `${name} is ${what}, which Burnish cannot open: export it as JPEG, PNG or TIFF.`);
    }
    return await measure(path, called, sniffed.format, file.size);
  } catch (error) {
    switch ((error as NodeJS.ErrnoException).code) {
      case 'ENOENT':
      case 'ENOTDIR':
        return problem('missing', `${name} is no longer there.`);
      case 'EACCES':
      case 'EPERM':
        return problem('unreadable', `${name} cannot be read: this account has no permission.`);
      case 'EIO':
      case 'ESTALE':
      case 'ENODEV':
      case 'EBUSY':
        return problem('unreadable', `${name} cannot be read: the disk or network folder does not answer.`);
      default:
        return error instanceof TooManyPixels
          ? problem('too-many-pixels', `${name} has ${error.message}, more than Burnish can take (500 megapixels).`)
          : problem('broken', damaged);
    }
  }
}

/** What 500 megapixels of four channels and 32 bits need, in bytes. */
const maxBytes = 8_000_000_000;

class TooManyPixels extends Error {
  constructor(width: number, height: number) {
    super(`${width} × ${height} pixels`);
  }
}

async function measure(path: string, name: string, format: ReadableFormat, bytes: number): Promise<ImageFacts> {
  if (format === 'bmp') await checkBitmap(path);
  const image = await openImage(path, format);
  // The limit is lifted for the header only, to be able to name the size.
  const meta = await (format === 'bmp' ? image : await openImage(path, format, { limitInputPixels: false })).metadata();
  if (meta.width * meta.height > maxPixels) throw new TooManyPixels(meta.autoOrient.width, meta.autoOrient.height);
  // A bitmap was decoded when it was opened.
  if (format !== 'bmp') await readWhole(path, format);
  return {
    kind: 'image',
    path,
    name,
    format,
    width: meta.autoOrient.width,
    height: meta.autoOrient.height,
    bytes,
    orientation: orientationOf(meta),
    pngBits: format === 'png' ? await pngBits(path) : null,
    alpha: meta.hasAlpha && (format !== 'bmp' || !(await image.stats()).isOpaque),
    deep: meta.depth !== 'uchar',
    colours: coloursOf(meta),
    profile: profileName(meta),
    frames: meta.pages ?? 1,
    density: meta.density ?? null,
    capturedAt: await captureDate(path, format, meta.exif),
  };
}

async function checkBitmap(path: string): Promise<void> {
  const { width, height } = await headerOfBitmap(path);
  if (width * height > maxPixels) throw new TooManyPixels(width, height);
}

function orientationOf(meta: Metadata): Orientation {
  const value = meta.orientation ?? 1;
  return value >= 1 && value <= 8 ? (value as Orientation) : 1;
}

function coloursOf(meta: Metadata): ImageFacts['colours'] {
  switch (meta.space) {
    case 'srgb':
    case 'rgb':
    case 'rgb16':
      return 'rgb';
    case 'b-w':
    case 'grey16':
      return 'grey';
    case 'cmyk':
      return 'cmyk';
    default:
      return 'other';
  }
}

function profileName(meta: Metadata): string | null {
  if (meta.icc === undefined) return null;
  try {
    return parseProfile(meta.icc).description ?? 'unnamed';
  } catch {
    return 'unreadable';
  }
}

/** Bits per pixel, all channels together. */
async function pngBits(path: string): Promise<number> {
  return pngHeader(await firstBytes(path, pngHeaderBytes)).pngBits;
}

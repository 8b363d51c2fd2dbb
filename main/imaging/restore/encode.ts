/** Writes a finished image in the format the recipe asks for. */
import { randomUUID } from 'node:crypto';
import { constants, copyFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sharp } from 'sharp';
import type { Output } from '../../../preload/contract/recipe.ts';
import { say } from '../../../preload/contract/sentence.ts';
import { ImagingError } from '../errors.ts';
import type { ReadableFormat } from '../read/formats.ts';
import { type ImageFacts, inspectImage } from '../read/inspect.ts';
import { openImage, openUpright } from '../read/open.ts';
import type { Size } from '../size.ts';

export type FinishedFormat = Exclude<Output['format'], 'auto'>;

export interface EncodeRequest {
  /** The service's file, or the restored one. */
  readonly result: string;
  /** The photograph's own format, which `auto` follows for opaque results. */
  readonly sourceFormat: ReadableFormat;
  readonly output: Pick<Output, 'format' | 'quality'>;
  /** Folder for the finished file. */
  readonly to: string;
}

export interface EncodedResult extends Size {
  readonly path: string;
  readonly format: FinishedFormat;
  /** With the dot: ".jpg". */
  readonly extension: string;
  readonly bytes: number;
}

export const extensions: Readonly<Record<FinishedFormat, string>> = {
  png: '.png',
  jpeg: '.jpg',
  webp: '.webp',
  tiff: '.tif',
};

/**
 * Encodes `result` into a new file in `to`, upright, with 8 bits per channel, in the colours it is in (a profile stays). A result
 * that already has the format is copied byte for byte, so that nothing is lost by encoding it twice. JPEG cannot be
 * transparent: what was, is laid on white.
 * @throws ImagingError BAD_RESULT when the result cannot be decoded.
 */
export async function encodeResult({ result, sourceFormat, output, to }: EncodeRequest): Promise<EncodedResult> {
  const facts = await inspectImage(result);
  if (facts.kind !== 'image') {
    throw new ImagingError('BAD_RESULT', say('imaging.result.unreadable'));
  }
  const format = output.format === 'auto' ? automatic(facts, sourceFormat) : output.format;
  const path = join(to, `finished-${randomUUID()}${extensions[format]}`);
  if (isFinished(facts, format)) await copyFile(result, path, constants.COPYFILE_EXCL);
  else await encode(await opened(facts), format, output.quality, path);
  const { size } = await stat(path);
  return { path, format, extension: extensions[format], width: facts.width, height: facts.height, bytes: size };
}

/** PNG for what is transparent or a mask, else the photograph's own format where it can be written. */
function automatic(facts: ImageFacts, sourceFormat: ReadableFormat): FinishedFormat {
  return facts.alpha || facts.colours === 'grey' ? 'png' : opaque(sourceFormat);
}

/** The formats a result may come to have, as far as that is known before it is there; `cutOut`: it is transparent for certain. */
export function possibleFormats(
  format: Output['format'],
  sourceFormat: ReadableFormat,
  cutOut: boolean,
): ReadonlySet<FinishedFormat> {
  if (format !== 'auto') return new Set([format]);
  return new Set(cutOut ? ['png'] : ['png', opaque(sourceFormat)]);
}

function opaque(sourceFormat: ReadableFormat): FinishedFormat {
  switch (sourceFormat) {
    case 'jpeg':
    case 'png':
    case 'webp':
    case 'tiff':
      return sourceFormat;
    case 'avif':
      return 'jpeg';
    case 'bmp':
    case 'gif':
      return 'png';
  }
}

function isFinished(facts: ImageFacts, format: FinishedFormat): boolean {
  // A restored image is an uncompressed TIFF on purpose; as a finished file it would be needlessly large.
  return facts.format === format && format !== 'tiff' && facts.orientation === 1 && facts.frames === 1 && !facts.deep;
}

/** Upright, in the colours it is in. */
export async function opened(facts: ImageFacts): Promise<Sharp> {
  if (facts.colours === 'grey' && !facts.alpha) {
    return (await openImage(facts.path, facts.format)).autoOrient().toColourspace('b-w');
  }
  if (facts.colours !== 'rgb' || facts.profile === null) return openUpright(facts);
  return (await openImage(facts.path, facts.format)).autoOrient().toColourspace('srgb').keepIccProfile();
}

/** Up to so many px a JPEG gets code tables of its own: they save some per cent, and hold all of it in memory, at 12 bytes a pixel. */
const mostWithOwnTables = 40_000_000;

/** Writes `image` into a new file, in the colours it is in. */
export async function encode(image: Sharp, format: FinishedFormat, quality: number, path: string): Promise<void> {
  switch (format) {
    case 'png':
      await image.png({ compressionLevel: 6 }).toFile(path);
      return;
    case 'jpeg': {
      // Full-resolution colour where the user asked for quality; halved below, as cameras do.
      const chromaSubsampling = quality >= 90 ? '4:4:4' : '4:2:0';
      const { width, height } = await image.metadata();
      const optimizeCoding = width * height <= mostWithOwnTables;
      const flat = image.flatten({ background: '#ffffff' });
      await flat.jpeg({ quality, chromaSubsampling, optimizeCoding }).toFile(path);
      return;
    }
    case 'webp':
      await image.webp({ quality, alphaQuality: 100, smartSubsample: true }).toFile(path);
      return;
    case 'tiff':
      await image.tiff({ compression: 'lzw', predictor: 'horizontal' }).toFile(path);
  }
}

/**
 * Photographs for measuring: upright, in sRGB, at a comparable size.
 *
 * Reading order: this file, `plane.ts`, `photo-quality.ts`, `perceptual-hash.ts`, `similarity.ts`.
 */
import { readFile, stat } from 'node:fs/promises';
import type { Metadata, Sharp } from 'sharp';
import { sharp } from '../../../formats/lazy-sharp.ts';
import { maxPixels, openImage, rotateUpright } from '../decode/open-image.ts';
import type { ReadableFormat } from '../decode/sniff-format.ts';
import { ImagingError } from '../errors.ts';
import { captureFacts } from '../read/capture-date.ts';
import { decodableFile, screenSide } from '../read/decodable-file.ts';
import type { Size } from '../size.ts';

/** 8 bits a channel, row by row. */
export interface Picture extends Size {
  readonly rgb: Buffer;
}

export interface PictureRead {
  readonly picture: Picture;
  /** @see CaptureFacts */
  readonly takenAt: number | null;
  readonly camera: string | null;
  /** SHA-256 of the file, hex. */
  readonly contentHash: string;
}

/** px. A smaller side hides slight blur, a larger one measures noise. Faces in a group are still 100 px wide. */
export const measuredSide = 2048;

/** Larger files would have to stay open while they are decoded. */
const maxMeasuredFileBytes = 200_000_000;

export class UnmeasurableImage extends Error {
  override readonly name = 'UnmeasurableImage';
}

/** Reads a picture on white. @see readAndDecode */
export async function readPicture(path: string, signal: AbortSignal): Promise<PictureRead> {
  return readAndDecode(path, signal, async ({ file, bytes, format }, meta) => {
    const contentHash = Buffer.from(await crypto.subtle.digest('SHA-256', file)).toString('hex');
    const facts = await captureFacts(bytes, format, meta.exif);
    const { data, info } = await uprightFrom(await openImage(bytes, format), meta)
      .resize(measuredSide, measuredSide, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const rgb = info.channels === 3 ? data : await threeChannels(data, info);
    return { picture: { width: info.width, height: info.height, rgb }, ...facts, contentHash };
  });
}

/** `rgba` row by row. */
export interface Layer extends Size {
  readonly rgba: Buffer;
  readonly hasAlpha: boolean;
}

/** Stretched to `size`. @see readAndDecode */
export async function readLayer(path: string, { width, height }: Size, signal: AbortSignal): Promise<Layer> {
  return readAndDecode(path, signal, async ({ bytes, format }, meta) => {
    const rgba = await uprightFrom(await openImage(bytes, format), meta)
      .resize(width, height, { fit: 'fill' })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer();
    return { width, height, rgba, hasAlpha: meta.hasAlpha };
  });
}

interface LoadedFile {
  readonly file: Buffer;
  /** The file or its developed copy. */
  readonly bytes: Buffer;
  readonly format: ReadableFormat;
}

function uprightFrom(image: Sharp, meta: Metadata): Sharp {
  return rotateUpright(image, meta.depth !== 'uchar' && meta.icc !== undefined);
}

/**
 * Closes the file before decoding, so that others can move or remove it.
 * @throws UnmeasurableImage, file system errors, the signal's reason
 */
async function readAndDecode<T>(
  path: string,
  signal: AbortSignal,
  decode: (loaded: LoadedFile, meta: Metadata) => Promise<T>,
): Promise<T> {
  const stats = await stat(path);
  if (!stats.isFile() || stats.size > maxMeasuredFileBytes)
    throw new UnmeasurableImage(`${stats.size} bytes, or no file`);
  const decodable = await decodableFile(path, undefined, screenSide).catch((error: unknown) => {
    throw error instanceof ImagingError ? new UnmeasurableImage(error.message, { cause: error }) : error;
  });
  if (decodable.kind !== 'readable') throw new UnmeasurableImage('not a format that can be decoded');
  const file = await readFile(path, { signal });
  signal.throwIfAborted();
  const bytes = decodable.developed === null ? file : await readFile(decodable.path, { signal });
  try {
    const meta = await (await openImage(bytes, decodable.format, { limitInputPixels: false })).metadata();
    if (meta.width * meta.height > maxPixels) throw new UnmeasurableImage('too many pixels');
    const read = await decode({ file, bytes, format: decodable.format }, meta);
    signal.throwIfAborted();
    return read;
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof UnmeasurableImage ? error : new UnmeasurableImage('damaged', { cause: error });
  }
}

function threeChannels(data: Buffer, { width, height, channels }: Size & { channels: 1 | 2 | 3 | 4 }): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels } }).toColourspace('srgb').removeAlpha().raw().toBuffer();
}

export function toSharp({ width, height, rgb }: Picture) {
  return sharp(rgb, { raw: { width, height, channels: 3 } });
}

/** Keeps the size, so that positions of faces match. */
export function toJpeg(picture: Picture): Promise<Buffer> {
  return toSharp(picture).jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toBuffer();
}

/** A photograph as it is measured: read at once and let go of, upright, in sRGB, at a size at which all of a camera's compare. */
import { readFile, stat } from 'node:fs/promises';
import type { Metadata, Sharp } from 'sharp';
import { sharp } from '../../../formats/lazy-sharp.ts';
import { maxPixels, openImage, rotateUpright } from '../decode/open-image.ts';
import type { ReadableFormat } from '../decode/sniff-format.ts';
import { ImagingError } from '../errors.ts';
import { captureFacts } from '../read/capture-date.ts';
import { decodableFile, screenSide } from '../read/decodable-file.ts';
import type { Size } from '../size.ts';

/** 8 bits per channel, rows from the top. */
export interface Picture extends Size {
  readonly rgb: Buffer;
}

export interface PictureRead {
  readonly picture: Picture;
  /** As in `CaptureFacts`. */
  readonly takenAt: number | null;
  readonly camera: string | null;
  /** SHA-256 of the file, hex. */
  readonly contentHash: string;
}

/**
 * Longest side, px. Smaller, and a slight blur is gone with the pixels that show it; larger, and noise is what is measured. Faces of
 * people in a group are still 100 px wide.
 */
export const measuredSide = 2048;

/** Larger files (bytes) are left: they would have to be kept open while they are decoded, or copied. */
const maxMeasuredFileBytes = 200_000_000;

/** The file is there and cannot be measured, today or tomorrow. */
export class UnmeasurableImage extends Error {
  override readonly name = 'UnmeasurableImage';
}

/** As `readAndDecode`; upright, in sRGB, on white. */
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

/** A result as its photograph's size has it: `rgba`, rows from the top. */
export interface Layer extends Size {
  readonly rgba: Buffer;
  /** False where it has no transparency at all. */
  readonly hasAlpha: boolean;
}

/** As `readAndDecode`; upright, in sRGB, stretched to `size`. */
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
  /** The same, or its developed copy. */
  readonly bytes: Buffer;
  readonly format: ReadableFormat;
}

function uprightFrom(image: Sharp, meta: Metadata): Sharp {
  return rotateUpright(image, meta.depth !== 'uchar' && meta.icc !== undefined);
}

/**
 * Reads the file whole and closes it before anything is decoded, so that whoever moves or removes it meanwhile is not kept from it.
 * @throws UnmeasurableImage where it cannot be decoded, or is too large; what reading a file throws; the signal's reason
 */
async function readAndDecode<T>(
  path: string,
  signal: AbortSignal,
  decode: (loaded: LoadedFile, meta: Metadata) => Promise<T>,
): Promise<T> {
  const found = await stat(path);
  if (!found.isFile() || found.size > maxMeasuredFileBytes)
    throw new UnmeasurableImage(`${found.size} bytes, or no file`);
  const opened = await decodableFile(path, undefined, screenSide).catch((error: unknown) => {
    throw error instanceof ImagingError ? new UnmeasurableImage(error.message, { cause: error }) : error;
  });
  if (opened.kind !== 'readable') throw new UnmeasurableImage('not a format that can be decoded');
  const file = await readFile(path, { signal });
  signal.throwIfAborted();
  const bytes = opened.developed === null ? file : await readFile(opened.path, { signal });
  try {
    const meta = await (await openImage(bytes, opened.format, { limitInputPixels: false })).metadata();
    if (meta.width * meta.height > maxPixels) throw new UnmeasurableImage('too many pixels');
    const read = await decode({ file, bytes, format: opened.format }, meta);
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

/** The picture for a sharp pipeline. */
export function toSharp({ width, height, rgb }: Picture) {
  return sharp(rgb, { raw: { width, height, channels: 3 } });
}

/** A JPEG of it for the service that looks for faces: of the same size, so that what it finds is in px of the picture. */
export function toJpeg(picture: Picture): Promise<Buffer> {
  return toSharp(picture).jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toBuffer();
}

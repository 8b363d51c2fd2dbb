/** Time of capture, camera and stars from EXIF data. */
import { createHash } from 'node:crypto';
import { tiffExifBlock } from '../container/tiff-exif.ts';
import { type ExifTags, exifTagsIn, exifTagsOf } from '../decode/exif-tags.ts';
import type { ReadableFormat } from '../decode/sniff-format.ts';

/**
 * Returns the camera's local time in ms since 1970, as if it were this computer's, or null.
 * @param file path or bytes
 * @param exif the decoder's EXIF block; TIFF files contain theirs
 */
export async function captureDate(
  file: string | Buffer,
  format: ReadableFormat,
  exif: Buffer | undefined,
): Promise<number | null> {
  return (await captureFacts(file, format, exif)).takenAt;
}

/** Reads any file with EXIF data without decoding; null if unreadable. */
export async function captureDateIn(path: string): Promise<number | null> {
  const date = await captureDate(path, 'tiff', undefined).catch(() => null);
  return date ?? takenAtOf(await exifTagsOf(path).catch(() => ({})));
}

export interface CaptureFacts {
  readonly takenAt: number | null;
  readonly camera: string | null;
}

/** @see captureDate for the parameters */
export async function captureFacts(
  file: string | Buffer,
  format: ReadableFormat,
  exif: Buffer | undefined,
): Promise<CaptureFacts> {
  const tags = await tagsOf(file, format, exif);
  return {
    takenAt: takenAtOf(tags),
    camera: cameraOf(tags),
  };
}

/** Stars are EXIF tag 0x4746. @see captureDate for the parameters */
export async function dateAndStars(
  file: string,
  format: ReadableFormat,
  exif: Buffer | undefined,
): Promise<{ readonly takenAt: number | null; readonly stars: number | null }> {
  const tags = await tagsOf(file, format, exif);
  const { Rating: rating } = tags;
  return {
    takenAt: takenAtOf(tags),
    stars: typeof rating === 'number' && rating >= 0 && rating <= 5 ? rating : null,
  };
}

async function tagsOf(file: string | Buffer, format: ReadableFormat, exif: Buffer | undefined): Promise<ExifTags> {
  const block = format === 'tiff' ? await tiffExifBlock(file) : exif;
  return block == null ? {} : exifTagsIn(block);
}

const takenAtOf = (tags: ExifTags): number | null =>
  toTime(tags.DateTimeOriginal, tags.SubSecTimeOriginal) ?? toTime(tags.DateTimeDigitized, tags.SubSecTimeDigitized);

/** Parses "2024:05:31 14:05:09" and "25" (hundredths). */
function toTime(text: unknown, fraction: unknown): number | null {
  const match = typeof text === 'string' ? /^(\d{4}):(\d\d):(\d\d)[ T](\d\d):(\d\d):(\d\d)/.exec(text) : null;
  if (match === null) return null;
  const [, year, month, day, hour, minute, second] = match;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}`);
  return Number.isNaN(time) ? null : time + millisecondsIn(fraction);
}

/** Some cameras pad the digits with spaces or zero bytes. */
function millisecondsIn(fraction: unknown): number {
  const digits = /^\d+/.exec(String(fraction ?? ''));
  return digits === null ? 0 : Math.floor(Number(`0.${digits[0]}`) * 1000);
}

function cameraOf({ Make, Model, BodySerialNumber }: ExifTags): string | null {
  const names = [Make, Model, BodySerialNumber].map((name) =>
    String(name ?? '')
      .replaceAll('\0', '')
      .trim(),
  );
  if (names.every((name) => name === '')) return null;
  // Hashed, because a serial number is private.
  return createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 12);
}

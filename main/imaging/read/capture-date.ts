/** When a photograph was taken, by which camera, and with how many stars, from its EXIF data. */
import { createHash } from 'node:crypto';
import { tiffExifBlock } from '../container/tiff-exif.ts';
import { type ExifTags, exifTagsIn, exifTagsOf } from './exif-tags.ts';
import type { ReadableFormat } from './sniff-format.ts';

/**
 * Time of capture in ms since 1970, or null where the file does not say: when the clock here shows what the camera's clock showed, so
 * that the day is the one on which it was taken there, whatever offset the camera was at (OffsetTimeOriginal). Most cameras write whole
 * seconds, some (SubSecTime) tenths or hundredths.
 * @param file path of the file, or all its bytes
 * @param exif the file's EXIF block as the decoder hands it out; TIFF files keep theirs in the file itself.
 */
export async function captureDate(
  file: string | Buffer,
  format: ReadableFormat,
  exif: Buffer | undefined,
): Promise<number | null> {
  return (await captureFacts(file, format, exif)).takenAt;
}

/** Returns the time of capture of a file of any kind that has EXIF data, without decoding it; null if the file cannot be read. */
export async function captureDateIn(path: string): Promise<number | null> {
  const date = await captureDate(path, 'tiff', undefined).catch(() => null);
  return date ?? takenAtOf(await exifTagsOf(path).catch(() => ({})));
}

export interface CaptureFacts {
  /** As `captureDate`. */
  readonly takenAt: number | null;
  /** The same for all photographs of one camera, and tells nothing else about it; null where the file does not say. */
  readonly camera: string | null;
}

/** Parameters as of `captureDate`. */
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

/** `stars`: as Windows and cameras write them into EXIF (tag 0x4746); null where the file does not say. Parameters as of `captureDate`. */
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

/** "2024:05:31 14:05:09" and "25" (hundredths) as ms since 1970. */
function toTime(text: unknown, fraction: unknown): number | null {
  const match = typeof text === 'string' ? /^(\d{4}):(\d\d):(\d\d)[ T](\d\d):(\d\d):(\d\d)/.exec(text) : null;
  if (match === null) return null;
  const [, year, month, day, hour, minute, second] = match;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}`);
  return Number.isNaN(time) ? null : time + millisecondsIn(fraction);
}

/** Digits after the point of a second, of which some cameras fill the rest with spaces or zero bytes. */
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
  // Of no use but to tell cameras apart: a serial number is nobody's business.
  return createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 12);
}

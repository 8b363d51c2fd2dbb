/** When a photograph was taken, and by which camera, from its EXIF data. */
import { createHash } from 'node:crypto';
import exifr from 'exifr';
import { tiffBlock } from '../container/tiff-block.ts';
import type { ReadableFormat } from './formats.ts';

const timeTags = [
  'DateTimeOriginal',
  'SubSecTimeOriginal',
  'OffsetTimeOriginal',
  'CreateDate',
  'SubSecTimeDigitized',
  'OffsetTimeDigitized',
];
const cameraTags = ['Make', 'Model', 'SerialNumber'];

type Tags = Readonly<Record<string, unknown>>;

/**
 * Time of capture in ms since 1970, or null where the file does not say. EXIF times without an offset are local time; most
 * cameras write whole seconds, some (SubSecTime) tenths or hundredths.
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

/** The same of a file of any kind that has EXIF data: nothing is decoded. @throws nothing: what cannot be read says nothing */
export async function captureDateIn(path: string): Promise<number | null> {
  const date = await captureDate(path, 'tiff', undefined).catch(() => null);
  return date ?? takenAtOf(await tagsIn(path));
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
  const source = format === 'tiff' ? await tiffBlock(file) : exif && withoutPrefix(exif);
  const tags = source == null ? {} : await tagsIn(source);
  return {
    takenAt: takenAtOf(tags),
    camera: cameraOf(tags),
  };
}

const takenAtOf = (tags: Tags): number | null =>
  toTime(tags.DateTimeOriginal, tags.SubSecTimeOriginal, tags.OffsetTimeOriginal) ??
  toTime(tags.CreateDate, tags.SubSecTimeDigitized, tags.OffsetTimeDigitized);

async function tagsIn(source: Buffer | string): Promise<Tags> {
  try {
    const pick = [...timeTags, ...cameraTags];
    return ((await exifr.parse(source, { pick, reviveValues: false, gps: false })) as Tags | undefined) ?? {};
  } catch {
    // A damaged EXIF block says nothing about the photograph itself.
    return {};
  }
}

function withoutPrefix(exif: Buffer): Buffer {
  return exif.subarray(0, 6).toString('latin1') === 'Exif\0\0' ? exif.subarray(6) : exif;
}

/** "2024:05:31 14:05:09", "25" (hundredths) and "+02:00" as ms since 1970. */
function toTime(text: unknown, fraction: unknown, offset: unknown): number | null {
  const match = typeof text === 'string' ? /^(\d{4}):(\d\d):(\d\d)[ T](\d\d):(\d\d):(\d\d)/.exec(text) : null;
  if (match === null) return null;
  const [, year, month, day, hour, minute, second] = match;
  const zone = typeof offset === 'string' && /^[+-]\d\d:\d\d$/.test(offset) ? offset : '';
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`);
  return Number.isNaN(time) ? null : time + millisecondsIn(fraction);
}

/** Digits after the point of a second, of which some cameras fill the rest with spaces or zero bytes. */
function millisecondsIn(fraction: unknown): number {
  const digits = /^\d+/.exec(String(fraction ?? ''));
  return digits === null ? 0 : Math.floor(Number(`0.${digits[0]}`) * 1000);
}

function cameraOf(tags: Tags): string | null {
  const names = cameraTags.map((tag) =>
    String(tags[tag] ?? '')
      .replaceAll('\0', '')
      .trim(),
  );
  if (names.every((name) => name === '')) return null;
  // Of no use but to tell cameras apart: a serial number is nobody's business.
  return createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 12);
}

/** When a photograph was taken, from its EXIF data. */
import exifr from 'exifr';
import type { ReadableFormat } from './formats.ts';

const pick = ['DateTimeOriginal', 'CreateDate', 'OffsetTimeOriginal', 'OffsetTimeDigitized'];

/**
 * Time of capture in ms since 1970, or null where the file does not say. EXIF times without an offset are local time.
 * @param exif the file's EXIF block as the decoder hands it out; TIFF files keep theirs in the file itself.
 */
export async function captureDate(
  path: string,
  format: ReadableFormat,
  exif: Buffer | undefined,
): Promise<number | null> {
  const source = format === 'tiff' ? path : exif && withoutPrefix(exif);
  if (source === undefined) return null;
  try {
    const tags = await exifr.parse(source, { pick, reviveValues: false, gps: false });
    return (
      toTime(tags?.DateTimeOriginal, tags?.OffsetTimeOriginal) ?? toTime(tags?.CreateDate, tags?.OffsetTimeDigitized)
    );
  } catch {
    // A damaged EXIF block says nothing about the photograph itself.
    return null;
  }
}

function withoutPrefix(exif: Buffer): Buffer {
  return exif.subarray(0, 6).toString('latin1') === 'Exif\0\0' ? exif.subarray(6) : exif;
}

/** "2024:05:31 14:05:09" and "+02:00" as ms since 1970. */
function toTime(text: unknown, offset: unknown): number | null {
  const match = typeof text === 'string' ? /^(\d{4}):(\d\d):(\d\d)[ T](\d\d):(\d\d):(\d\d)/.exec(text) : null;
  if (match === null) return null;
  const [, year, month, day, hour, minute, second] = match;
  const zone = typeof offset === 'string' && /^[+-]\d\d:\d\d$/.test(offset) ? offset : '';
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`);
  return Number.isNaN(time) ? null : time;
}

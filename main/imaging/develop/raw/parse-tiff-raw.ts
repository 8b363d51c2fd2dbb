/** Raw files that are built as TIFF is (CR2, NEF, ARW, DNG, PEF, ORF, RW2): their directories are walked for JPEGs and sizes. */
import type { Size } from '../../size.ts';
import type { JpegRange, RawFileInfo } from './embedded-jpegs.ts';
import { maxDirectories, maxEntries, readPacket } from './embedded-jpegs.ts';
import { exifFromTiff } from './raw-exif.ts';

/** Of TIFF, TIFF/EP, DNG and makers. */
const tags = {
  width: 256,
  height: 257,
  compression: 259,
  photometric: 262,
  stripOffsets: 273,
  stripBytes: 279,
  subDirectories: 330,
  jpegOffset: 513,
  jpegLength: 514,
  exif: 34665,
  xmp: 700,
  makerNote: 37500,
  exifWidth: 40962,
  exifHeight: 40963,
  dngCropSize: 50720,
  panasonicJpeg: 46,
  panasonicBorders: [4, 5, 6, 7],
  olympusSettings: 0x2020,
  olympusOffset: 0x101,
  olympusLength: 0x102,
} as const;

/** Photometric interpretations of what a sensor saw: colour filter array, linear raw. */
const sensors: readonly number[] = [32803, 34892];

interface Entry {
  readonly type: number;
  readonly count: number;
  /** Where the value is. */
  readonly at: number;
}
type Directory = ReadonlyMap<number, Entry>;

/** @throws RangeError where an offset leads out of the file */
export async function parseTiffRaw(file: Buffer): Promise<RawFileInfo> {
  const reader = readerOf(file);
  const jpegs: JpegRange[] = [];
  const sizes: Size[] = [];
  const waiting = [reader.long(4)];
  const seen = new Set<number>();
  let xmp: Buffer | null = null;
  for (let at = waiting.shift(); at !== undefined && seen.size < maxDirectories; at = waiting.shift()) {
    if (at === 0 || seen.has(at) || at + 2 > file.length) continue;
    seen.add(at);
    try {
      const { entries, next } = reader.directory(at);
      waiting.push(
        next,
        ...reader.numbers(entries.get(tags.subDirectories)),
        ...reader.numbers(entries.get(tags.exif)),
      );
      collect(entries, reader, jpegs, sizes);
      const packet = entries.get(tags.xmp);
      if (packet !== undefined) xmp ??= readPacket(file, packet.at, packet.count);
      jpegs.push(...ofOlympus(entries.get(tags.makerNote), file));
    } catch (error) {
      // One directory that leads nowhere takes nothing from the others.
      if (!(error instanceof RangeError)) throw error;
    }
  }
  return { jpegs, sizes, exif: await exifFromTiff(file), xmp };
}

function collect(entries: Directory, reader: Reader, jpegs: JpegRange[], sizes: Size[]): void {
  const first = (tag: number) => reader.numbers(entries.get(tag))[0];
  const size = (width: number | undefined, height: number | undefined) => {
    if (width && height && width <= 100_000 && height <= 100_000) sizes.push({ width, height });
  };
  const range = (offset: number | undefined, length: number | undefined) => {
    if (offset && length) jpegs.push({ offset, length });
  };
  range(first(tags.jpegOffset), first(tags.jpegLength));
  const isSensor = sensors.includes(first(tags.photometric) ?? 0);
  const strips = reader.numbers(entries.get(tags.stripOffsets));
  // 6 and 7: JPEG, old and new.
  if (!isSensor && strips.length === 1 && [6, 7].includes(first(tags.compression) ?? 0)) {
    range(strips[0], first(tags.stripBytes));
  }
  const whole = entries.get(tags.panasonicJpeg);
  if (whole !== undefined && whole.type === 7) range(whole.at, whole.count);
  // What a DNG is cropped to is the photograph; the sensor has borders.
  const [cropWidth, cropHeight] = reader.numbers(entries.get(tags.dngCropSize));
  if (cropWidth && cropHeight) size(cropWidth, cropHeight);
  else size(first(tags.width), first(tags.height));
  size(first(tags.exifWidth), first(tags.exifHeight));
  const [top, left, bottom, right] = tags.panasonicBorders.map(first);
  if (whole !== undefined && right && bottom) size(right - (left ?? 0), bottom - (top ?? 0));
}

/** Olympus keeps its preview in the maker's note, by places that count from there. */
function ofOlympus(note: Entry | undefined, file: Buffer): JpegRange[] {
  if (note === undefined || note.count < 16 || note.at + note.count > file.length) return [];
  const start = file.toString('latin1', note.at, note.at + 9);
  if (!start.startsWith('OLYMPUS\0') && !start.startsWith('OM SYSTEM')) return [];
  const own = file.subarray(note.at);
  const from = start.startsWith('OM') ? 16 : 12;
  const reader = readerOf(own, own.toString('latin1', from - 4, from - 2) === 'II');
  const [settings] = reader.numbers(reader.directory(from).entries.get(tags.olympusSettings));
  if (settings === undefined || settings === 0) return [];
  const { entries } = reader.directory(settings);
  const [offset] = reader.numbers(entries.get(tags.olympusOffset));
  const [length] = reader.numbers(entries.get(tags.olympusLength));
  return offset && length ? [{ offset: note.at + offset, length }] : [];
}

type Reader = ReturnType<typeof readerOf>;

/** Numbers of a file in its byte order. */
function readerOf(file: Buffer, little = file.toString('latin1', 0, 2) === 'II') {
  const short = (at: number) => (little ? file.readUInt16LE(at) : file.readUInt16BE(at));
  const long = (at: number) => (little ? file.readUInt32LE(at) : file.readUInt32BE(at));
  /** Bytes of the types that numbers are looked for in: BYTE, SHORT, LONG, RATIONAL, UNDEFINED, IFD. */
  const bytes: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 5: 8, 7: 1, 13: 4 };
  return {
    long,
    directory(at: number): { entries: Directory; next: number } {
      const count = short(at);
      if (count > maxEntries) throw new RangeError('a directory without end');
      const entries = new Map<number, Entry>();
      for (let entry = at + 2; entry < at + 2 + count * 12; entry += 12) {
        const [type, values] = [short(entry + 2), long(entry + 4)];
        const isInside = (bytes[type] ?? 1) * values <= 4;
        entries.set(short(entry), { type, count: values, at: isInside ? entry + 8 : long(entry + 8) });
      }
      const link = at + 2 + count * 12;
      return { entries, next: link + 4 <= file.length ? long(link) : 0 };
    },
    numbers(entry: Entry | undefined): number[] {
      if (entry === undefined) return [];
      const size = bytes[entry.type] ?? 0;
      const values: number[] = [];
      for (let index = 0; index < Math.min(entry.count, 16) && size > 0; index++) {
        const at = entry.at + index * size;
        if (at + size > file.length) break;
        if (entry.type === 5) values.push(Math.round(long(at) / (long(at + 4) || 1)));
        else values.push(size === 2 ? short(at) : size === 4 ? long(at) : file.readUInt8(at));
      }
      return values;
    },
  };
}

/** Finds JPEGs and sizes in raw files built like TIFF: CR2, NEF, ARW, DNG, PEF, ORF, RW2. */
import type { Size } from '../../size.ts';
import type { JpegRange, RawFileInfo } from './embedded-jpegs.ts';
import { maxDirectories, maxEntries, readPacket } from './embedded-jpegs.ts';
import { exifFromTiff } from './raw-exif.ts';

/** Tags of TIFF, TIFF/EP, DNG and cameras. */
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

/** Photometric interpretations: color filter array, linear raw. */
const sensors: readonly number[] = [32803, 34892];

interface Entry {
  readonly type: number;
  readonly count: number;
  readonly valueOffset: number;
}
type Directory = ReadonlyMap<number, Entry>;

/** @throws RangeError if the file is cut short */
export async function parseTiffRaw(file: Buffer): Promise<RawFileInfo> {
  const reader = readerOf(file);
  const jpegs: JpegRange[] = [];
  const sizes: Size[] = [];
  const waiting = [reader.long(4)];
  const seen = new Set<number>();
  let xmp: Buffer | null = null;
  for (
    let directoryOffset = waiting.shift();
    directoryOffset !== undefined && seen.size < maxDirectories;
    directoryOffset = waiting.shift()
  ) {
    if (directoryOffset === 0 || seen.has(directoryOffset) || directoryOffset + 2 > file.length) continue;
    seen.add(directoryOffset);
    try {
      const { entries, next } = reader.directory(directoryOffset);
      waiting.push(
        next,
        ...reader.numbers(entries.get(tags.subDirectories)),
        ...reader.numbers(entries.get(tags.exif)),
      );
      collect(entries, reader, jpegs, sizes);
      const packet = entries.get(tags.xmp);
      if (packet !== undefined) xmp ??= readPacket(file, packet.valueOffset, packet.count);
      jpegs.push(...findOlympusPreview(entries.get(tags.makerNote), file));
    } catch (error) {
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
  const panasonicJpeg = entries.get(tags.panasonicJpeg);
  if (panasonicJpeg !== undefined && panasonicJpeg.type === 7) range(panasonicJpeg.valueOffset, panasonicJpeg.count);
  // The sensor has borders.
  const [cropWidth, cropHeight] = reader.numbers(entries.get(tags.dngCropSize));
  if (cropWidth && cropHeight) size(cropWidth, cropHeight);
  else size(first(tags.width), first(tags.height));
  size(first(tags.exifWidth), first(tags.exifHeight));
  const [top, left, bottom, right] = tags.panasonicBorders.map(first);
  if (panasonicJpeg !== undefined && right && bottom) size(right - (left ?? 0), bottom - (top ?? 0));
}

/** The maker note of Olympus has relative offsets. */
function findOlympusPreview(note: Entry | undefined, file: Buffer): JpegRange[] {
  if (note === undefined || note.count < 16 || note.valueOffset + note.count > file.length) return [];
  const start = file.toString('latin1', note.valueOffset, note.valueOffset + 9);
  if (!start.startsWith('OLYMPUS\0') && !start.startsWith('OM SYSTEM')) return [];
  const noteBytes = file.subarray(note.valueOffset);
  const from = start.startsWith('OM') ? 16 : 12;
  const reader = readerOf(noteBytes, noteBytes.toString('latin1', from - 4, from - 2) === 'II');
  const [settings] = reader.numbers(reader.directory(from).entries.get(tags.olympusSettings));
  if (settings === undefined || settings === 0) return [];
  const { entries } = reader.directory(settings);
  const [offset] = reader.numbers(entries.get(tags.olympusOffset));
  const [length] = reader.numbers(entries.get(tags.olympusLength));
  return offset && length ? [{ offset: note.valueOffset + offset, length }] : [];
}

type Reader = ReturnType<typeof readerOf>;

function readerOf(file: Buffer, isLittleEndian = file.toString('latin1', 0, 2) === 'II') {
  const short = (offset: number) => (isLittleEndian ? file.readUInt16LE(offset) : file.readUInt16BE(offset));
  const long = (offset: number) => (isLittleEndian ? file.readUInt32LE(offset) : file.readUInt32BE(offset));
  /** BYTE, SHORT, LONG, RATIONAL, UNDEFINED, IFD. */
  const bytes: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 5: 8, 7: 1, 13: 4 };
  return {
    long,
    directory(offset: number): { entries: Directory; next: number } {
      const count = short(offset);
      if (count > maxEntries) throw new RangeError('a directory without end');
      const entries = new Map<number, Entry>();
      for (let entry = offset + 2; entry < offset + 2 + count * 12; entry += 12) {
        const [type, values] = [short(entry + 2), long(entry + 4)];
        const isInside = (bytes[type] ?? 1) * values <= 4;
        entries.set(short(entry), { type, count: values, valueOffset: isInside ? entry + 8 : long(entry + 8) });
      }
      const link = offset + 2 + count * 12;
      return { entries, next: link + 4 <= file.length ? long(link) : 0 };
    },
    numbers(entry: Entry | undefined): number[] {
      if (entry === undefined) return [];
      const size = bytes[entry.type] ?? 0;
      const values: number[] = [];
      for (let index = 0; index < Math.min(entry.count, 16) && size > 0; index++) {
        const offset = entry.valueOffset + index * size;
        if (offset + size > file.length) break;
        if (entry.type === 5) values.push(Math.round(long(offset) / (long(offset + 4) || 1)));
        else values.push(size === 2 ? short(offset) : size === 4 ? long(offset) : file.readUInt8(offset));
      }
      return values;
    },
  };
}

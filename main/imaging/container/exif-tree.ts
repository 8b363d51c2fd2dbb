/** Reads and writes the directories of EXIF blocks and TIFF files (TIFF 6.0, section 2). */
import { byteOrderUnit, bytesPerType, tag } from './tiff-tags.ts';

/** `value` is little-endian. */
export interface ExifField {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  readonly value: Buffer;
}

export interface ExifTree {
  readonly image: readonly ExifField[];
  readonly exif: readonly ExifField[];
  readonly gps: readonly ExifField[];
}

export type ReadBytes = (position: number, length: number) => Promise<Buffer>;

/** A damaged file may claim any length. */
const maxValueBytes = 1024 * 1024;

/**
 * Reads the tree without makers' notes, which moving invalidates.
 * @param directoryOffset of the main directory; default: the first
 * @throws RangeError if an offset leads outside
 */
export async function readTree(read: ReadBytes, directoryOffset?: number): Promise<ExifTree> {
  const { isLittleEndian, directoryOffset: firstOffset } = await readHeader(read);
  const image = await readDirectory(read, directoryOffset ?? firstOffset, isLittleEndian);
  const exif = await readLinked(read, image, tag.exifDirectory, isLittleEndian);
  const gps = await readLinked(read, image, tag.gpsDirectory, isLittleEndian);
  const links: readonly number[] = [tag.exifDirectory, tag.gpsDirectory, tag.interopDirectory, tag.makerNote];
  const plain = (fields: readonly ExifField[]) => fields.filter((field) => !links.includes(field.tag));
  return { image: plain(image), exif: plain(exif), gps: plain(gps) };
}

export async function readHeader(read: ReadBytes) {
  const head = await read(0, 8);
  const isLittleEndian = head.toString('latin1', 0, 2) === 'II';
  return { isLittleEndian, directoryOffset: isLittleEndian ? head.readUInt32LE(4) : head.readUInt32BE(4) };
}

export function linkIn(fields: readonly ExifField[], link: number): number | null {
  const field = fields.find((candidate) => candidate.tag === link);
  return field === undefined || field.value.length < 4 ? null : field.value.readUInt32LE(0);
}

async function readLinked(read: ReadBytes, image: readonly ExifField[], link: number, isLittleEndian: boolean) {
  const offset = linkIn(image, link);
  return offset === null ? [] : readDirectory(read, offset, isLittleEndian);
}

/**
 * Reads the fields of one directory.
 * @param tags to read; default: all
 * @throws RangeError if an offset leads outside
 */
export async function readDirectory(
  read: ReadBytes,
  directoryOffset: number,
  isLittleEndian: boolean,
  tags?: ReadonlySet<number>,
): Promise<ExifField[]> {
  const head = await read(directoryOffset, 2);
  const count = isLittleEndian ? head.readUInt16LE(0) : head.readUInt16BE(0);
  const table = await read(directoryOffset + 2, count * 12);
  const fields: ExifField[] = [];
  for (let entry = 0; entry < table.length - 11; entry += 12) {
    const short = (offset: number) =>
      isLittleEndian ? table.readUInt16LE(entry + offset) : table.readUInt16BE(entry + offset);
    const long = (offset: number) =>
      isLittleEndian ? table.readUInt32LE(entry + offset) : table.readUInt32BE(entry + offset);
    if (tags !== undefined && !tags.has(short(0))) continue;
    const type = short(2);
    const length = (bytesPerType[type] ?? 0) * long(4);
    if (length === 0 || length > maxValueBytes) continue;
    const bytes = length <= 4 ? table.subarray(entry + 8, entry + 8 + length) : await read(long(8), length);
    const value = Buffer.from(bytes);
    if (!isLittleEndian) swapBytes(value, byteOrderUnit(type));
    fields.push({ tag: short(0), type, count: long(4), value });
  }
  return fields;
}

function swapBytes(value: Buffer, size: number): void {
  if (size === 2) value.swap16();
  else if (size === 4) value.swap32();
  else if (size === 8) value.swap64();
}

/** Returns a directory for an even `offset`: entries sorted by tag, then longer values. */
export function writeDirectory(fields: readonly ExifField[], offset: number): Buffer {
  const sorted = [...fields].sort((a, b) => a.tag - b.tag);
  const table = Buffer.alloc(2 + sorted.length * 12 + 4);
  table.writeUInt16LE(sorted.length, 0);
  const longer: Buffer[] = [];
  let next = offset + table.length;
  sorted.forEach((field, index) => {
    const entry = 2 + index * 12;
    table.writeUInt16LE(field.tag, entry);
    table.writeUInt16LE(field.type, entry + 2);
    table.writeUInt32LE(field.count, entry + 4);
    if (field.value.length <= 4) {
      field.value.copy(table, entry + 8);
      return;
    }
    table.writeUInt32LE(next, entry + 8);
    // TIFF offsets are even.
    const padded = field.value.length % 2 === 0 ? field.value : Buffer.concat([field.value, Buffer.alloc(1)]);
    longer.push(padded);
    next += padded.length;
  });
  return Buffer.concat([table, ...longer]);
}

function linkField(link: number, offset: number): ExifField {
  const value = Buffer.alloc(4);
  value.writeUInt32LE(offset);
  return { tag: link, type: 4, count: 1, value };
}

/** Returns the directories for an even `offset`: the main one, then those it links to. */
export function writeTree(tree: ExifTree, offset: number): Buffer {
  const linked = [
    { link: tag.exifDirectory, fields: tree.exif },
    { link: tag.gpsDirectory, fields: tree.gps },
  ].filter(({ fields }) => fields.length > 0);
  const withLinks = (to: readonly number[]) => [
    ...tree.image,
    ...linked.map(({ link }, index) => linkField(link, to[index] ?? 0)),
  ];
  // Links have a fixed size, so the offsets do not change the length.
  const parts: Buffer[] = [];
  const starts: number[] = [];
  let next = offset + writeDirectory(withLinks([]), offset).length;
  for (const { fields } of linked) {
    starts.push(next);
    const part = writeDirectory(fields, next);
    parts.push(part);
    next += part.length;
  }
  return Buffer.concat([writeDirectory(withLinks(starts), offset), ...parts]);
}

/** Returns a little-endian EXIF block. */
export function writeBlock(tree: ExifTree): Buffer {
  return Buffer.concat([Buffer.from('II*\0\x08\0\0\0', 'latin1'), writeTree(tree, 8)]);
}

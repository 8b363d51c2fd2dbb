/**
 * Color codes and EXIF data in the boxes of AVIF and HEIF files: ISO/IEC 14496-12 (container; 8.11.3, 8.11.6) and 23008-12
 * (pictures; A.2.1).
 */
import { readExactly, sliceExactly } from './file-pieces.ts';
import { type OpenFile, openFile } from './pinned-files.ts';

interface HeifBox {
  readonly type: string;
  readonly content: Buffer;
}

/** Code points of ITU-T H.273. */
export interface ColorCodes {
  readonly primaries: number;
  readonly transfer: number;
}

/** Returns null without codes, and for an ICC profile, which takes precedence. */
export async function readColorCodes(path: string): Promise<ColorCodes | null> {
  const file = await openFile(path);
  try {
    const boxes = await readMetaBoxes(file);
    return boxes === null ? null : codesIn(boxes);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  } finally {
    await file.close();
  }
}

function codesIn(boxes: readonly HeifBox[]): ColorCodes | null {
  const properties = boxesIn(contentOf(boxes, 'iprp') ?? Buffer.alloc(0));
  const all = boxesIn(contentOf(properties, 'ipco') ?? Buffer.alloc(0));
  const primary = primaryItem(contentOf(boxes, 'pitm'));
  const colors = properties
    .filter(({ type }) => type === 'ipma')
    .flatMap(({ content }) => findPropertyIndices(content, primary))
    .map((index) => all[index - 1])
    .filter((property) => property?.type === 'colr');
  let codes: ColorCodes | null = null;
  for (const property of colors) {
    const kind = property?.content.toString('latin1', 0, 4);
    if (kind === 'prof' || kind === 'rICC') return null;
    if (property === undefined || kind !== 'nclx') continue;
    codes ??= { primaries: property.content.readUInt16BE(4), transfer: property.content.readUInt16BE(6) };
  }
  return codes;
}

function primaryItem(content: Buffer | undefined): number | null {
  if (content === undefined) return null;
  return content.readUInt8(0) === 0 ? content.readUInt16BE(4) : content.readUInt32BE(4);
}

/** Returns the indices, from 1, of an item's properties in an `ipma` box. */
function findPropertyIndices(content: Buffer, item: number | null): number[] {
  const isLongId = content.readUInt8(0) > 0;
  const isLongIndex = (content.readUInt8(3) & 1) === 1;
  const found: number[] = [];
  let offset = 8;
  for (let left = content.readUInt32BE(4); left > 0; left--) {
    const id = isLongId ? content.readUInt32BE(offset) : content.readUInt16BE(offset);
    offset += isLongId ? 4 : 2;
    const count = content.readUInt8(offset++);
    for (let index = 0; index < count; index++, offset += isLongIndex ? 2 : 1) {
      // The upper bit marks essential properties.
      const propertyIndex = isLongIndex ? content.readUInt16BE(offset) & 0x7fff : content.readUInt8(offset) & 0x7f;
      if (id === item) found.push(propertyIndex);
    }
  }
  return found;
}

/** A damaged file may claim any length. */
const maxExifBytes = 4 * 1024 * 1024;

interface Extent {
  /** Whether the offset counts from the `idat` box, not from the start of the file. */
  readonly isInMetaBox: boolean;
  readonly offset: number;
  readonly length: number;
}

/** Returns the block as a TIFF structure, or null. @throws RangeError if the file is damaged */
export async function heifExifBlock(file: OpenFile): Promise<Buffer | null> {
  const boxes = (await readMetaBoxes(file)) ?? [];
  const item = exifItem(contentOf(boxes, 'iinf'));
  const extent = item === null ? null : extentOf(contentOf(boxes, 'iloc') ?? Buffer.alloc(0), item);
  if (extent === null || extent.length < 4 || extent.length > maxExifBytes) return null;
  const data = extent.isInMetaBox
    ? sliceExactly(contentOf(boxes, 'idat') ?? Buffer.alloc(0), extent.offset, extent.length)
    : await readExactly(file, extent.offset, extent.length);
  // The first field is the offset of the TIFF header after a prefix.
  return data.subarray(4 + data.readUInt32BE(0));
}

/** Returns the id of the item with EXIF data, from an `iinf` box. */
function exifItem(infos: Buffer | undefined): number | null {
  if (infos === undefined) return null;
  for (const { type, content } of boxesIn(infos.subarray(infos.readUInt8(0) === 0 ? 6 : 8))) {
    const version = content.readUInt8(0);
    if (type !== 'infe' || version < 2) continue;
    const [id, typeOffset] = version === 2 ? [content.readUInt16BE(4), 8] : [content.readUInt32BE(4), 10];
    if (content.toString('latin1', typeOffset, typeOffset + 4) === 'Exif') return id;
  }
  return null;
}

/** Returns the first extent of an item from an `iloc` box; EXIF data has only one. */
function extentOf(locations: Buffer, item: number): Extent | null {
  const version = locations.readUInt8(0);
  const sizes = locations.readUInt16BE(4);
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexBytes = version === 0 ? 0 : sizes & 15;
  let position = 6;
  const next = (byteCount: number): number => {
    const value = unsignedAt(locations, position, byteCount);
    position += byteCount;
    return value;
  };
  const idBytes = version < 2 ? 2 : 4;
  for (let left = next(idBytes); left > 0; left--) {
    const id = next(idBytes);
    const method = version === 0 ? 0 : next(2) & 15;
    next(2); // data_reference_index
    const base = next(baseBytes);
    const extents = Array.from({ length: next(2) }, () => {
      next(indexBytes);
      return { isInMetaBox: method === 1, offset: base + next(offsetBytes), length: next(lengthBytes) };
    });
    if (id === item) return method > 1 ? null : (extents[0] ?? null);
  }
  return null;
}

/** @param byteCount 0, 2, 4 or 8 */
function unsignedAt(bytes: Buffer, offset: number, byteCount: number): number {
  if (byteCount === 8) return Number(bytes.readBigUInt64BE(offset));
  return byteCount === 0 ? 0 : bytes.readUIntBE(offset, byteCount);
}

const maxMetaBoxBytes = 16 * 1024 * 1024;

/** Returns the boxes in the `meta` box, or null. @throws RangeError if the file is cut short */
async function readMetaBoxes(file: OpenFile): Promise<HeifBox[] | null> {
  for (let offset = 0; ; ) {
    const head = await readExactly(file, offset, 16);
    const isLong = head.readUInt32BE(0) === 1;
    const length = isLong ? Number(head.readBigUInt64BE(8)) : head.readUInt32BE(0);
    if (length < 8) return null;
    if (head.toString('latin1', 4, 8) === 'meta') {
      const headBytes = isLong ? 16 : 8;
      if (length > maxMetaBoxBytes) return null;
      const content = await readExactly(file, offset + headBytes, length - headBytes);
      // The first four bytes are version and flags.
      return boxesIn(content.subarray(4));
    }
    offset += length;
  }
}

/** Returns consecutive boxes. A damaged length ends the list. */
function boxesIn(bytes: Buffer): HeifBox[] {
  const found: HeifBox[] = [];
  for (let offset = 0; offset + 8 <= bytes.length; ) {
    const length = bytes.readUInt32BE(offset) || bytes.length - offset;
    if (length < 8) break;
    found.push({
      type: bytes.toString('latin1', offset + 4, offset + 8),
      content: bytes.subarray(offset + 8, offset + length),
    });
    offset += length;
  }
  return found;
}

function contentOf(boxes: readonly HeifBox[], type: string): Buffer | undefined {
  return boxes.find((box) => box.type === type)?.content;
}

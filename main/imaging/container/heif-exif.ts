/** Finds the EXIF block of an AVIF or HEIF file. ISO/IEC 14496-12 (8.11.3, 8.11.6) and 23008-12 (A.2.1). */
import { readExactly, sliceExactly } from './file-pieces.ts';
import { boxesIn, contentOf, readMetaBoxes } from './heif-boxes.ts';
import type { OpenFile } from './pinned-files.ts';

/** More than cameras write; a damaged file may claim any length. */
const maxExifBytes = 4 * 1024 * 1024;

interface Extent {
  /** Whether the offset counts from the content of the `idat` box, not from the start of the file. */
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
  // The first field is the offset of the TIFF header, after a prefix such as "Exif".
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

/** Returns the first extent of an item, from an `iloc` box. EXIF data has only one. */
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

/** @param byteCount 0, 2, 4 or 8; a field of no bytes is 0 */
function unsignedAt(bytes: Buffer, offset: number, byteCount: number): number {
  if (byteCount === 8) return Number(bytes.readBigUInt64BE(offset));
  return byteCount === 0 ? 0 : bytes.readUIntBE(offset, byteCount);
}

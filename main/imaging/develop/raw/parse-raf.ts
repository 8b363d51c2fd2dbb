/** Parses Fujifilm's RAF: a header that refers to a JPEG with EXIF, and records with the size of the photograph. */
import type { Size } from '../../size.ts';
import type { RawFileInfo } from './embedded-jpegs.ts';
import { maxEntries } from './embedded-jpegs.ts';

const headerOffsets = { jpeg: 84, jpegLength: 88, records: 92 } as const;
const record = { sensor: 0x100, photograph: 0x111 } as const;

/** @throws RangeError if an offset leads out of the file */
export function parseRaf(file: Buffer): RawFileInfo {
  const jpeg = { offset: file.readUInt32BE(headerOffsets.jpeg), length: file.readUInt32BE(headerOffsets.jpegLength) };
  const sizes = new Map<number, Size>();
  let from = file.readUInt32BE(headerOffsets.records);
  const count = Math.min(maxEntries, file.readUInt32BE(from));
  from += 4;
  for (let index = 0; index < count; index++) {
    const [id, length] = [file.readUInt16BE(from), file.readUInt16BE(from + 2)];
    const height = length >= 4 ? file.readUInt16BE(from + 4) : 0;
    if (height > 0) sizes.set(id, { width: file.readUInt16BE(from + 6), height });
    from += 4 + length;
  }
  const size = sizes.get(record.photograph) ?? sizes.get(record.sensor);
  return { jpegs: [jpeg], sizes: size ? [size] : [], exif: null, xmp: null };
}

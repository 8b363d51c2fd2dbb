/** Boxes of AVIF and HEIF files: ISO/IEC 14496-12 (container) and 23008-12 (pictures). */
import { readExactly } from './file-pieces.ts';
import type { OpenFile } from './pinned-files.ts';

export interface HeifBox {
  readonly type: string;
  readonly content: Buffer;
}

/** More than a photograph needs. */
const maxMetaBoxBytes = 16 * 1024 * 1024;

/**
 * Returns the boxes in the `meta` box, which describes the pictures, or null.
 * @throws RangeError if the file is cut short
 */
export async function readMetaBoxes(file: OpenFile): Promise<HeifBox[] | null> {
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
export function boxesIn(bytes: Buffer): HeifBox[] {
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

export function contentOf(boxes: readonly HeifBox[], type: string): Buffer | undefined {
  return boxes.find((box) => box.type === type)?.content;
}

/** Finds the photograph among the pictures of a TIFF. */
import type { ReadBytes } from './exif-tree.ts';
import { readExactly, sliceExactly } from './file-pieces.ts';
import { openFile } from './pinned-files.ts';
import { tag } from './tiff-tags.ts';

export interface TiffPages {
  /** Index among all pictures. */
  readonly photograph: number;
  readonly directoryOffset: number;
  /** Number of pictures except thumbnails and masks. */
  readonly count: number;
  /** Whether an additional channel may be a saved selection or infrared. */
  readonly hasUnknownChannel: boolean;
}

/** Bits of NewSubfileType: a thumbnail, and a mask of another picture. */
const smaller = 1;
const mask = 4;
/** Value of ExtraSamples. */
const unspecified = 0;
/** A longer list is a loop. */
const maxTiffPages = 1000;

/**
 * Returns null for a damaged file or a BigTIFF.
 * @param file path or bytes
 */
export async function tiffPages(file: string | Buffer): Promise<TiffPages | null> {
  if (typeof file !== 'string') return tiffPagesIn(async (position, length) => sliceExactly(file, position, length));
  const handle = await openFile(file);
  try {
    return await tiffPagesIn((position, length) => readExactly(handle, position, length));
  } finally {
    await handle.close();
  }
}

export async function tiffPagesIn(read: ReadBytes): Promise<TiffPages | null> {
  try {
    const head = await read(0, 8);
    const isLittleEndian = head.toString('latin1', 0, 2) === 'II';
    const short = (bytes: Buffer, offset: number) =>
      isLittleEndian ? bytes.readUInt16LE(offset) : bytes.readUInt16BE(offset);
    const long = (bytes: Buffer, offset: number) =>
      isLittleEndian ? bytes.readUInt32LE(offset) : bytes.readUInt32BE(offset);
    if (short(head, 2) !== 42) return null;
    const firstAt = long(head, 4);
    const photographs: {
      readonly index: number;
      readonly directoryOffset: number;
      readonly extra: number | undefined;
    }[] = [];
    let index = 0;
    for (let directoryOffset = firstAt; directoryOffset !== 0 && index < maxTiffPages; index++) {
      const entries = short(await read(directoryOffset, 2), 0);
      const table = await read(directoryOffset + 2, entries * 12 + 4);
      // The values here fit in their entries.
      const firstOf = (number: number): number | undefined => {
        for (let entry = 0; entry < entries * 12; entry += 12) {
          if (short(table, entry) !== number) continue;
          return short(table, entry + 2) === 3 ? short(table, entry + 8) : long(table, entry + 8);
        }
      };
      if (((firstOf(tag.newSubfileType) ?? 0) & (smaller | mask)) === 0) {
        photographs.push({ index, directoryOffset, extra: firstOf(tag.extraSamples) });
      }
      directoryOffset = long(table, entries * 12);
    }
    const [first] = photographs;
    // Only thumbnails and masks: take the first, as decoders do.
    if (first === undefined) return { photograph: 0, directoryOffset: firstAt, count: 1, hasUnknownChannel: false };
    const hasUnknownChannel = first.extra === unspecified;
    return {
      photograph: first.index,
      directoryOffset: first.directoryOffset,
      count: photographs.length,
      hasUnknownChannel,
    };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

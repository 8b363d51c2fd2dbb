/** Which of the pictures in a TIFF is the photograph, and whether what it has beside its colours is transparency. */
import type { ReadBytes } from './exif-tree.ts';
import { readExactly, sliceExactly } from './file-pieces.ts';
import { openFile } from './pinned-files.ts';
import { tag } from './tiff-tags.ts';

export interface TiffPages {
  /** Place of the photograph among all pictures of the file, from 0. */
  readonly photograph: number;
  /** Where in the file its directory is. */
  readonly directoryOffset: number;
  /** How many pictures there are that are no thumbnails or masks of others. */
  readonly count: number;
  /** True where the photograph has a further channel of which the file does not say what it is: a saved selection, infrared. */
  readonly hasUnknownChannel: boolean;
}

/** Bits of NewSubfileType: a smaller version of another picture, and a mask for one. */
const smaller = 1;
const mask = 4;
/** Values of ExtraSamples. */
const unspecified = 0;
/** More are no pictures of a photograph, or lead in circles. */
const maxTiffPages = 1000;

/**
 * Null for what is no TIFF with plain directories (BigTIFF), or is damaged: that is for the decoder to say.
 * @param file its path, or all its bytes
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

/** As `tiffPages`, of a file that is open. */
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
      // The first value of a field: those that are asked for are short enough to stand in their entry.
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
    // Nothing but thumbnails and masks: the first, as decoders take a file that nothing else is known of.
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

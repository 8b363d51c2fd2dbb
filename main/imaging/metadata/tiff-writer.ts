/**
 * Writes an uncompressed TIFF row by row: how a finished photograph is put together without holding it in memory. Unlike
 * sharp, it can name the colour profile the numbers are already in.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { type ExifField, writeDirectory } from '../container/exif-tree.ts';
import { fieldType, tag } from '../container/tiff-tags.ts';
import type { Size } from '../size.ts';
import type { Depth, Samples } from '../unpacked-image.ts';

/** Grey, RGB, or RGB with unassociated alpha. */
export interface TiffLayout extends Size {
  readonly channels: 1 | 3 | 4;
  /** Bits of a channel; left out: 8. */
  readonly depth?: Depth;
  /** ICC profile; null = none. */
  readonly profile: Uint8Array | null;
}

export interface TiffWriter {
  /** Appends whole rows. */
  append(rows: Samples): Promise<void>;
  /** Writes the directory and closes the file. Throws when rows are missing. */
  finish(): Promise<void>;
  /** Closes an unfinished file; nothing to do after `finish`. */
  abandon(): Promise<void>;
}

const rowsPerStrip = 64;
const pixelsAt = 8;

/** Creates `path`, which must not exist. Files beyond 4 GB are not a TIFF's to hold; the pixel limit keeps below that. */
export async function createTiff(path: string, layout: TiffLayout): Promise<TiffWriter> {
  const file = await open(path, 'wx');
  const total = bytesOf(layout);
  let written = 0;
  let isOpen = true;
  const close = async () => {
    if (isOpen) await file.close();
    isOpen = false;
  };
  return {
    async append(rows) {
      // Samples lie in memory as the file has them, lowest byte first, on all that Electron runs on.
      const bytes = new Uint8Array(rows.buffer, rows.byteOffset, rows.byteLength);
      await writeAll(file, bytes, pixelsAt + written);
      written += bytes.length;
    },
    async finish() {
      if (written !== total) throw new Error(`${written} of ${total} bytes of pixels were written`);
      const directoryAt = pixelsAt + total + (total % 2);
      const header = Buffer.from('II*\0\0\0\0\0', 'latin1');
      header.writeUInt32LE(directoryAt, 4);
      await writeAll(file, header, 0);
      await writeAll(file, writeDirectory(fieldsOf(layout), directoryAt), directoryAt);
      await close();
    },
    abandon: close,
  };
}

function bytesOf({ width, height, channels, depth = 8 }: TiffLayout): number {
  return (width * height * channels * depth) / 8;
}

async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    done += (await file.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
  }
}

/** The fields that say how the pixels are stored. */
function fieldsOf(layout: TiffLayout): ExifField[] {
  const { width, height, channels, depth = 8, profile } = layout;
  const stripBytes = bytesOf({ ...layout, height: rowsPerStrip });
  const total = bytesOf(layout);
  const strips = Math.ceil(height / rowsPerStrip);
  const each = (value: (strip: number) => number) => Array.from({ length: strips }, (_, strip) => value(strip));
  return [
    numbers(256, fieldType.long, [width]),
    numbers(257, fieldType.long, [height]),
    numbers(258, fieldType.short, Array(channels).fill(depth)),
    numbers(259, fieldType.short, [1]),
    numbers(262, fieldType.short, [channels === 1 ? 1 : 2]),
    numbers(
      273,
      fieldType.long,
      each((strip) => pixelsAt + strip * stripBytes),
    ),
    numbers(277, fieldType.short, [channels]),
    numbers(278, fieldType.long, [rowsPerStrip]),
    numbers(
      279,
      fieldType.long,
      each((strip) => Math.min(stripBytes, total - strip * stripBytes)),
    ),
    numbers(284, fieldType.short, [1]),
    ...(channels === 4 ? [numbers(338, fieldType.short, [2])] : []),
    ...(profile === null
      ? []
      : [{ tag: tag.iccProfile, type: fieldType.undefined, count: profile.length, value: Buffer.from(profile) }]),
  ];
}

function numbers(
  number: number,
  type: typeof fieldType.short | typeof fieldType.long,
  values: readonly number[],
): ExifField {
  const size = type === fieldType.short ? 2 : 4;
  const value = Buffer.alloc(values.length * size);
  values.forEach((each, index) => {
    value.writeUIntLE(each, index * size, size);
  });
  return { tag: number, type, count: values.length, value };
}

/** Writes an uncompressed TIFF row by row. Unlike sharp, it can embed a profile without conversion. */
import { type FileHandle, open } from 'node:fs/promises';
import type { Size } from '../size.ts';
import type { Depth, Samples } from '../unpacked-image.ts';
import { type ExifField, writeDirectory } from './exif-tree.ts';
import { fieldType, tag } from './tiff-tags.ts';

/** Gray, RGB, or RGB with unassociated alpha. */
export interface TiffLayout extends Size {
  readonly channels: 1 | 3 | 4;
  /** Bits per channel; default: 8. */
  readonly depth?: Depth;
  readonly profile: Uint8Array | null;
}

export interface TiffWriter {
  /** Appends complete rows. */
  append(rows: Samples): Promise<void>;
  /** Writes the directory and closes the file. @throws Error if rows are missing */
  finish(): Promise<void>;
  /** Closes an unfinished file; does nothing after `finish`. */
  abandon(): Promise<void>;
}

const rowsPerStrip = 64;
const pixelOffset = 8;

/** Creates `path`, which must not exist. The pixel limit keeps files below 4 GB. */
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
      // Electron's platforms are little-endian, like the file.
      const bytes = new Uint8Array(rows.buffer, rows.byteOffset, rows.byteLength);
      await writeAll(file, bytes, pixelOffset + written);
      written += bytes.length;
    },
    async finish() {
      if (written !== total) throw new Error(`${written} of ${total} bytes of pixels were written`);
      const directoryAt = pixelOffset + total + (total % 2);
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

function fieldsOf(layout: TiffLayout): ExifField[] {
  const { width, height, channels, depth = 8, profile } = layout;
  const stripBytes = bytesOf({ ...layout, height: rowsPerStrip });
  const total = bytesOf(layout);
  const strips = Math.ceil(height / rowsPerStrip);
  const perStrip = (value: (strip: number) => number) => Array.from({ length: strips }, (_, strip) => value(strip));
  return [
    numbers(256, fieldType.long, [width]),
    numbers(257, fieldType.long, [height]),
    numbers(258, fieldType.short, Array(channels).fill(depth)),
    numbers(259, fieldType.short, [1]),
    numbers(262, fieldType.short, [channels === 1 ? 1 : 2]),
    numbers(
      273,
      fieldType.long,
      perStrip((strip) => pixelOffset + strip * stripBytes),
    ),
    numbers(277, fieldType.short, [channels]),
    numbers(278, fieldType.long, [rowsPerStrip]),
    numbers(
      279,
      fieldType.long,
      perStrip((strip) => Math.min(stripBytes, total - strip * stripBytes)),
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
  values.forEach((perStrip, index) => {
    value.writeUIntLE(perStrip, index * size, size);
  });
  return { tag: number, type, count: values.length, value };
}

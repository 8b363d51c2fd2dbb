/**
 * Writes an uncompressed TIFF row by row: how a finished photograph is put together without holding it in memory. Unlike
 * sharp, it can name the colour profile the numbers are already in.
 */
import { type FileHandle, open } from 'node:fs/promises';
import type { Size } from '../size.ts';

/** Channels of 8 bits: grey, RGB, or RGB with unassociated alpha. */
export interface TiffLayout extends Size {
  readonly channels: 1 | 3 | 4;
  /** ICC profile; null = none. */
  readonly profile: Uint8Array | null;
}

export interface TiffWriter {
  /** Appends whole rows. */
  append(rows: Uint8Array): Promise<void>;
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
  const total = layout.width * layout.height * layout.channels;
  let written = 0;
  let isOpen = true;
  const close = async () => {
    if (isOpen) await file.close();
    isOpen = false;
  };
  return {
    async append(rows) {
      await writeAll(file, rows, pixelsAt + written);
      written += rows.length;
    },
    async finish() {
      if (written !== total) throw new Error(`${written} of ${total} bytes of pixels were written`);
      const directoryAt = pixelsAt + total + (total % 2);
      const header = Buffer.from('II*\0\0\0\0\0', 'latin1');
      header.writeUInt32LE(directoryAt, 4);
      await writeAll(file, header, 0);
      await writeAll(file, directory(layout, directoryAt), directoryAt);
      await close();
    },
    abandon: close,
  };
}

async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    done += (await file.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
  }
}

const SHORT = 3;
const LONG = 4;
const UNDEFINED = 7;
type Field = { tag: number; type: number; values: readonly number[] | Uint8Array };

/** The image file directory as bytes that stand at `at`; its longer values follow it. */
function directory({ width, height, channels, profile }: TiffLayout, at: number): Buffer {
  const stripBytes = rowsPerStrip * width * channels;
  const total = width * height * channels;
  const strips = Math.ceil(height / rowsPerStrip);
  const each = (value: (strip: number) => number) => Array.from({ length: strips }, (_, strip) => value(strip));
  const fields: Field[] = [
    { tag: 256, type: LONG, values: [width] },
    { tag: 257, type: LONG, values: [height] },
    { tag: 258, type: SHORT, values: Array.from({ length: channels }, () => 8) },
    { tag: 259, type: SHORT, values: [1] },
    { tag: 262, type: SHORT, values: [channels === 1 ? 1 : 2] },
    { tag: 273, type: LONG, values: each((strip) => pixelsAt + strip * stripBytes) },
    { tag: 277, type: SHORT, values: [channels] },
    { tag: 278, type: LONG, values: [rowsPerStrip] },
    { tag: 279, type: LONG, values: each((strip) => Math.min(stripBytes, total - strip * stripBytes)) },
    { tag: 284, type: SHORT, values: [1] },
    ...(channels === 4 ? [{ tag: 338, type: SHORT, values: [2] }] : []),
    ...(profile === null ? [] : [{ tag: 34675, type: UNDEFINED, values: profile }]),
  ];
  const table = Buffer.alloc(2 + fields.length * 12 + 4);
  table.writeUInt16LE(fields.length, 0);
  const longer: Buffer[] = [];
  let next = at + table.length;
  fields.forEach(({ tag, type, values }, index) => {
    const entry = 2 + index * 12;
    const bytes = encode(type, values);
    table.writeUInt16LE(tag, entry);
    table.writeUInt16LE(type, entry + 2);
    table.writeUInt32LE(values.length, entry + 4);
    if (bytes.length <= 4) {
      bytes.copy(table, entry + 8);
    } else {
      table.writeUInt32LE(next, entry + 8);
      longer.push(bytes);
      next += bytes.length;
    }
  });
  return Buffer.concat([table, ...longer]);
}

/** Values as bytes, padded to an even length as TIFF wants offsets to be. */
function encode(type: number, values: readonly number[] | Uint8Array): Buffer {
  const size = type === SHORT ? 2 : type === LONG ? 4 : 1;
  const bytes = Buffer.alloc(Math.ceil((values.length * size) / 2) * 2);
  values.forEach((value, index) => {
    if (type === SHORT) bytes.writeUInt16LE(value, index * 2);
    else if (type === LONG) bytes.writeUInt32LE(value, index * 4);
    else bytes[index] = value;
  });
  return bytes;
}

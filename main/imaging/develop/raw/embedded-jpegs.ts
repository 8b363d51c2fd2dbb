/** Contents of a raw file: embedded JPEGs, sizes and metadata. */
import type { Size } from '../../size.ts';
import { maxPacketBytes } from '../../xmp/parse-xmp.ts';

export interface JpegRange {
  readonly offset: number;
  readonly length: number;
}

export interface RawFileInfo {
  readonly jpegs: readonly JpegRange[];
  /** px as stored, of the photograph and its pictures. */
  readonly sizes: readonly Size[];
  /** With orientation, for a JPEG without EXIF. */
  readonly exif: Buffer | null;
  /** Added by programs; takes precedence over the picture's own. */
  readonly xmp: Buffer | null;
}

const minPacketBytes = 50;

export function readPacket(file: Buffer, from: number, length: number): Buffer | null {
  if (length < minPacketBytes || length > maxPacketBytes || from + length > file.length) return null;
  return file.subarray(from, from + length);
}

/** A damaged file may claim any number. */
export const maxDirectories = 64;
export const maxEntries = 1000;

export interface JpegFrame extends Size {
  /** Lossless frames hold sensor data. */
  readonly isPicture: boolean;
  readonly components: number;
  readonly hasExif: boolean;
}

const maxFrameSegments = 500;

/** Returns null if there is no JPEG, complete or not. */
export function jpegFrame(file: Buffer, { offset, length }: JpegRange): JpegFrame | null {
  if (offset < 0 || length < 100 || offset + length > file.length) return null;
  const bytes = file.subarray(offset, offset + length);
  if (bytes.readUInt16BE(0) !== 0xffd8) return null;
  let hasExif = false;
  for (let position = 2, count = 0; position + 10 < bytes.length && count < maxFrameSegments; count++) {
    if (bytes[position] !== 0xff) return null;
    const marker = bytes[position + 1] as number;
    if (marker === 0xff) {
      position += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) {
      const [height, width] = [bytes.readUInt16BE(position + 5), bytes.readUInt16BE(position + 7)];
      if (width === 0 || height === 0) return null;
      return { width, height, components: bytes[position + 9] as number, isPicture: marker <= 0xc2, hasExif };
    }
    if (marker === 0xda || marker === 0xd9) return null;
    hasExif ||= marker === 0xe1 && bytes.toString('latin1', position + 4, position + 8) === 'Exif';
    position += 2 + bytes.readUInt16BE(position + 2);
  }
  return null;
}

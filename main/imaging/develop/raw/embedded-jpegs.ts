/** Contents of a raw file: embedded JPEGs, sizes and metadata. */
import type { Size } from '../../size.ts';
import { maxPacketBytes } from '../../xmp/parse-xmp.ts';

/** A range of the file that may hold a JPEG. */
export interface JpegRange {
  readonly offset: number;
  readonly length: number;
}

export interface RawFileInfo {
  readonly jpegs: readonly JpegRange[];
  /** Sizes in px as stored of the photograph and its pictures. */
  readonly sizes: readonly Size[];
  /** EXIF block with orientation, for a JPEG that has none. */
  readonly exif: Buffer | null;
  /** A packet that programs added to the raw file; takes precedence over the picture's own. */
  readonly xmp: Buffer | null;
}

const minPacketBytes = 50;

/** Returns the packet at an offset of the file, or null for an invalid range. */
export function readPacket(file: Buffer, from: number, length: number): Buffer | null {
  if (length < minPacketBytes || length > maxPacketBytes || from + length > file.length) return null;
  return file.subarray(from, from + length);
}

/** More than cameras write; a damaged file may claim any number. */
export const maxDirectories = 64;
export const maxEntries = 1000;

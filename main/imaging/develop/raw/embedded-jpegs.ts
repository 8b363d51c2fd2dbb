/** What is found in a camera's raw file: the JPEGs in it, how large its photograph is, and what is said of it. */
import type { Size } from '../../size.ts';
import { maxPacketBytes } from '../../xmp/parse-xmp.ts';

/** A range of the file that may hold a JPEG. */
export interface JpegRange {
  readonly offset: number;
  readonly length: number;
}

export interface RawFileInfo {
  readonly jpegs: readonly JpegRange[];
  /** px as stored, of whatever the file says that its photograph or one of its pictures has. */
  readonly sizes: readonly Size[];
  /** An EXIF block for a JPEG that has none, with the orientation. */
  readonly exif: Buffer | null;
  /** A packet that programs have written into the raw file: what it says counts, whatever the picture has of its own. */
  readonly xmp: Buffer | null;
}

/** Less is none. */
const minPacketBytes = 50;

/** The packet at a place of the file; null where there cannot be one. */
export function readPacket(file: Buffer, from: number, length: number): Buffer | null {
  if (length < minPacketBytes || length > maxPacketBytes || from + length > file.length) return null;
  return file.subarray(from, from + length);
}

/** More than any camera writes; a damaged file may claim any number. */
export const maxDirectories = 64;
export const maxEntries = 1000;

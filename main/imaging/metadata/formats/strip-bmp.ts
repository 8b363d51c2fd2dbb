/** Strips a Windows bitmap to header, colors and pixels. */
import { bitmapForm, bitmapHeader } from '../../../../formats/bmp.ts';
import { type FilePiece, readAt } from '../../container/file-pieces.ts';
import type { OpenFile } from '../../container/pinned-files.ts';

const fileHeader = 14;
/** Current headers, and those of OS/2 and Windows 3 to 98. */
const headerSizes: ReadonlySet<number> = new Set([12, 40, 52, 56, 108, 124]);
/** After a header of 40 bytes. */
const maskBytes: Readonly<Record<number, number>> = {
  [bitmapForm.rgb]: 0,
  [bitmapForm.bitFields]: 12,
  [bitmapForm.alphaBitFields]: 16,
};

/**
 * Returns the pieces without gaps and trailing data.
 * @throws Error for compressed pixels, a linked profile, or a contradictory header
 */
export async function strippedBmpPieces(file: OpenFile): Promise<FilePiece[]> {
  const { size } = await file.stat();
  const head = await readAt(file, 0, fileHeader + 124);
  const headerSize = head.readUInt32LE(fileHeader);
  if (head.toString('latin1', 0, 2) !== 'BM' || !headerSizes.has(headerSize))
    throw new Error('a bitmap of an unknown kind');
  const { width, height, bitsPerPixel: bits } = bitmapHeader(head);
  const masks = maskBytes[headerSize === 12 ? 0 : head.readUInt32LE(30)];
  if (masks === undefined) throw new Error('a bitmap in a compressed form');
  const usedColors = headerSize === 12 ? 0 : head.readUInt32LE(46);
  const colors = bits > 8 ? 0 : usedColors || 2 ** bits;
  const tables = fileHeader + headerSize + (headerSize === 40 ? masks : 0) + colors * (headerSize === 12 ? 3 : 4);
  const pixelOffset = head.readUInt32LE(10);
  const pixels = { from: pixelOffset, to: pixelOffset + Math.ceil((width * bits) / 32) * 4 * height };
  if (tables > pixelOffset || pixels.to > size || tables > fileHeader + 124 + 16 + 1024)
    throw new Error('a damaged bitmap');

  const start = await readAt(file, 0, tables);
  const end = tables + pixels.to - pixels.from;
  const profile = profileIn(start, headerSize, size);
  start.writeUInt32LE(end + (profile === null ? 0 : profile.to - profile.from), 2);
  // Reserved for the program that wrote it.
  start.writeUInt32LE(0, 6);
  start.writeUInt32LE(tables, 10);
  if (headerSize > 12 && bits > 8) start.writeUInt32LE(0, 46);
  if (profile === null) return [start, pixels];
  start.writeUInt32LE(end - fileHeader, fileHeader + 112);
  return [start, pixels, profile];
}

/** Only a 124-byte header has a profile. */
function profileIn(start: Buffer, headerSize: number, size: number): { from: number; to: number } | null {
  if (headerSize !== 124) return null;
  const kind = start.toString('latin1', fileHeader + 56, fileHeader + 60);
  if (kind === 'KNIL') throw new Error('a profile that is named by its path');
  if (kind !== 'DEBM') return null;
  const from = fileHeader + start.readUInt32LE(fileHeader + 112);
  const to = from + start.readUInt32LE(fileHeader + 116);
  if (to > size) throw new Error('a damaged bitmap');
  return { from, to };
}

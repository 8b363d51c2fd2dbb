/** Writes metadata into a WEBP file, as chunks of its extended form. */
import type { FileHandle } from 'node:fs/promises';
import type { Size } from '../limits.ts';
import type { Carried } from './carried.ts';
import { type Piece, readAt } from './pieces.ts';

const flag = { icc: 0x20, alpha: 0x10, exif: 0x08, xmp: 0x04 } as const;
/** Largest size the extended form can state. */
const largest = 0xffffff;

/** The file's pieces with the new chunks in and the old ones of the same kind out. Throws when it is not a WEBP. */
export async function webpPieces(file: FileHandle, carried: Carried, size: Size, alpha: boolean): Promise<Piece[]> {
  const total = (await file.stat()).size;
  const kept: { from: number; to: number }[] = [];
  let flags = alpha ? flag.alpha : 0;
  let at = 12;
  while (at + 8 <= total) {
    const head = await readAt(file, at, 9);
    const type = head.toString('latin1', 0, 4);
    const length = head.readUInt32LE(4);
    const end = Math.min(total, at + 8 + length + (length % 2));
    if (type === 'VP8X') flags |= (head[8] ?? 0) & ~(flag.exif | flag.xmp);
    else if (type !== 'EXIF' && type !== 'XMP ' && !(type === 'ICCP' && carried.icc !== null)) {
      kept.push({ from: at, to: end });
    }
    at = end;
  }
  if (carried.icc !== null) flags |= flag.icc;
  if (carried.exif !== null) flags |= flag.exif;
  if (carried.xmp !== null) flags |= flag.xmp;
  if (size.width - 1 > largest || size.height - 1 > largest) throw new Error('a WEBP file cannot be that large');
  const canvas = Buffer.alloc(10);
  canvas[0] = flags;
  canvas.writeUIntLE(size.width - 1, 4, 3);
  canvas.writeUIntLE(size.height - 1, 7, 3);
  const body: Piece[] = [
    chunk('VP8X', canvas),
    ...(carried.icc === null ? [] : [chunk('ICCP', carried.icc)]),
    ...kept,
    ...(carried.exif === null ? [] : [chunk('EXIF', carried.exif)]),
    ...(carried.xmp === null ? [] : [chunk('XMP ', carried.xmp)]),
  ];
  const bytes = body.reduce(
    (sum, piece) => sum + (piece instanceof Uint8Array ? piece.length : piece.to - piece.from),
    4,
  );
  const riff = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  riff.writeUInt32LE(bytes, 4);
  return [riff, ...body];
}

function chunk(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

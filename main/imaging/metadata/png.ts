/** Writes metadata into a PNG file, as chunks after its header. */
import type { FileHandle } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';
import type { Carried } from './carried.ts';
import { type Piece, readAt } from './pieces.ts';

const xmpKeyword = Buffer.from('XML:com.adobe.xmp\0', 'latin1');
const headerEnd = 33;

/** The file's pieces with the new chunks in and the old ones of the same kind out. Throws when it is not a PNG. */
export async function pngPieces(file: FileHandle, carried: Carried): Promise<Piece[]> {
  const { size } = await file.stat();
  const kept: { from: number; to: number }[] = [];
  let at = headerEnd;
  while (at < size) {
    const head = await readAt(file, at, 8 + xmpKeyword.length);
    if (head.length < 8) throw new Error('a PNG chunk is cut short');
    const end = at + 12 + head.readUInt32BE(0);
    if (end > size) throw new Error('a PNG chunk is cut short');
    if (!isReplaced(head.toString('latin1', 4, 8), head.subarray(8), carried)) {
      const last = kept.at(-1);
      if (last?.to === at) last.to = end;
      else kept.push({ from: at, to: end });
    }
    at = end;
  }
  return [{ from: 0, to: headerEnd }, ...newChunks(carried), ...kept];
}

function isReplaced(type: string, content: Buffer, carried: Carried): boolean {
  switch (type) {
    case 'eXIf':
      return true;
    case 'iTXt':
      return content.subarray(0, xmpKeyword.length).equals(xmpKeyword);
    case 'iCCP':
    case 'sRGB':
    case 'gAMA':
    case 'cHRM':
      return carried.icc !== null;
    case 'pHYs':
      return carried.density !== null;
    default:
      return false;
  }
}

function newChunks({ icc, density, exif, xmp }: Carried): Piece[] {
  const pieces: Piece[] = [];
  // A profile must stand before the pixels; the order of the others is free.
  if (icc !== null) pieces.push(chunk('iCCP', Buffer.from('ICC profile\0\0', 'latin1'), deflateSync(icc)));
  if (density !== null) {
    const perMetre = Math.round(density / 0.0254);
    const content = Buffer.alloc(9);
    content.writeUInt32BE(perMetre, 0);
    content.writeUInt32BE(perMetre, 4);
    content[8] = 1;
    pieces.push(chunk('pHYs', content));
  }
  if (exif !== null) pieces.push(chunk('eXIf', exif));
  // Keyword, not compressed, no language, no translated keyword.
  if (xmp !== null) pieces.push(chunk('iTXt', xmpKeyword, Buffer.alloc(4), xmp));
  return pieces;
}

function chunk(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), ...parts]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(body.length - 4, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

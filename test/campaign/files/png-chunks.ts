/** Builds PNG files from chunks. */
import { crc32 } from 'node:zlib';

const signature = Buffer.from('89504e470d0a1a0a', 'hex');

export function pngChunk(type: string, body: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + body.length);
  chunk.writeUInt32BE(body.length, 0);
  chunk.write(type, 4, 'latin1');
  body.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + body.length)), 8 + body.length);
  return chunk;
}

/** @param color 0 = grey, 2 = RGB */
export function pngHead(width: number, height: number, bits: number, color: number): Buffer {
  const body = Buffer.alloc(13);
  body.writeUInt32BE(width, 0);
  body.writeUInt32BE(height, 4);
  body.set([bits, color], 8);
  return pngChunk('IHDR', body);
}

export function pngChunks(chunks: readonly Buffer[]): Buffer {
  return Buffer.concat([signature, ...chunks, pngChunk('IEND', Buffer.alloc(0))]);
}

/** Inserts a chunk after the header. */
export function withPngChunk(png: Buffer, type: string, body: Buffer): Buffer {
  return Buffer.concat([png.subarray(0, 33), pngChunk(type, body), png.subarray(33)]);
}

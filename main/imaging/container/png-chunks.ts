import { crc32, deflateSync } from 'node:zlib';
import { readAt } from './file-pieces.ts';
import type { OpenFile } from './pinned-files.ts';

export const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const signatureEnd = 8;

interface Chunk {
  readonly type: string;
  /** Range with length, type and checksum; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  /** Up to 24 bytes of content. */
  readonly head: Buffer;
}

/** @throws Error if it is not a PNG, or a chunk is cut short */
export async function* pngChunks(file: OpenFile): AsyncGenerator<Chunk> {
  const { size } = await file.stat();
  if (!(await readAt(file, 0, signatureEnd)).equals(signature)) throw new Error('not a PNG');
  for (let offset = signatureEnd; offset < size; ) {
    const bytes = await readAt(file, offset, 8 + 24);
    const to = bytes.length < 8 ? size + 1 : offset + 12 + bytes.readUInt32BE(0);
    if (to > size) throw new Error('a PNG chunk is cut short');
    yield {
      type: bytes.toString('latin1', 4, 8),
      from: offset,
      to,
      head: bytes.subarray(8, Math.max(8, to - offset - 4)),
    };
    offset = to;
  }
}

export function chunk(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), ...parts]);
  const bytes = Buffer.alloc(body.length + 8);
  bytes.writeUInt32BE(body.length - 4, 0);
  body.copy(bytes, 4);
  bytes.writeUInt32BE(crc32(body), body.length + 4);
  return bytes;
}

/** It must precede the pixels. */
export function profileChunk(icc: Buffer): Buffer {
  return chunk('iCCP', Buffer.from('ICC profile\0\0', 'latin1'), deflateSync(icc));
}

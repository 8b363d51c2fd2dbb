import type { Size } from '../size.ts';
import { type FilePiece, mergePieces, readAt, totalLength } from './file-pieces.ts';
import type { OpenFile } from './pinned-files.ts';

export const vp8xFlags = { icc: 0x20, alpha: 0x10, exif: 0x08, xmp: 0x04 } as const;
/** Limit of the extended format. */
const maxSideMinusOne = 0xffffff;

export const pictureChunks: ReadonlySet<string> = new Set(['VP8X', 'ICCP', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF']);

interface Chunk {
  readonly type: string;
  /** Range with type, length and padding; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  readonly first: number;
}

/** Yields the chunks without trailing data. @throws Error if it is not a WEBP */
export async function* webpChunks(file: OpenFile): AsyncGenerator<Chunk> {
  const riff = await readAt(file, 0, 12);
  if (riff.toString('latin1', 0, 4) !== 'RIFF' || riff.toString('latin1', 8) !== 'WEBP') throw new Error('not a WEBP');
  const total = Math.min((await file.stat()).size, 8 + riff.readUInt32LE(4));
  for (let offset = 12; offset + 8 <= total; ) {
    const head = await readAt(file, offset, 9);
    const length = head.readUInt32LE(4);
    const to = Math.min(total, offset + 8 + length + (length % 2));
    yield { type: head.toString('latin1', 0, 4), from: offset, to, first: head[8] ?? 0 };
    offset = to;
  }
}

export function vp8xChunk(flags: number, size: Size): Buffer {
  if (size.width - 1 > maxSideMinusOne || size.height - 1 > maxSideMinusOne)
    throw new Error('a WEBP file cannot be that large');
  const content = Buffer.alloc(10);
  content[0] = flags;
  content.writeUIntLE(size.width - 1, 4, 3);
  content.writeUIntLE(size.height - 1, 7, 3);
  return chunk('VP8X', content);
}

export function webpContainer(body: readonly FilePiece[]): FilePiece[] {
  const riff = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  riff.writeUInt32LE(4 + totalLength(body), 4);
  return mergePieces([riff, ...body]);
}

export function chunk(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

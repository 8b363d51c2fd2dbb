/** Puts a file together anew from ranges of the old one and new bytes, without holding it in memory. */
import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { type OpenFile, openFile, pinnedFileAt } from './pinned-files.ts';

/** New bytes, or a range of the old file (`to` exclusive). */
export type FilePiece = Uint8Array | { readonly from: number; readonly to: number };

/** Reads up to `length` bytes; fewer at the end of the file. */
export async function readAt(file: OpenFile, position: number, length: number): Promise<Buffer> {
  if (file.bytes !== undefined) return Buffer.from(file.bytes.subarray(position, position + length));
  const bytes = Buffer.alloc(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await file.read(bytes, done, length - done, position + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return bytes.subarray(0, done);
}

/** Exactly `length` bytes. @throws RangeError where the file ends before */
export async function readExactly(file: OpenFile, position: number, length: number): Promise<Buffer> {
  const bytes = await readAt(file, position, length);
  if (bytes.length < length) throw new RangeError('the file is cut short');
  return bytes;
}

/** The same of what is in memory. */
export function sliceExactly(block: Buffer, position: number, length: number): Buffer {
  if (position + length > block.length) throw new RangeError('the block is cut short');
  return block.subarray(position, position + length);
}

/** Bytes of all pieces together. */
export function totalLength(pieces: readonly FilePiece[]): number {
  return pieces.reduce((sum, piece) => sum + (piece instanceof Uint8Array ? piece.length : piece.to - piece.from), 0);
}

/** The same with ranges that follow each other made one. */
export function mergePieces(pieces: readonly FilePiece[]): FilePiece[] {
  const all: FilePiece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (last === undefined || last instanceof Uint8Array || piece instanceof Uint8Array || last.to !== piece.from) {
      all.push(piece);
    } else all[all.length - 1] = { from: last.from, to: piece.to };
  }
  return all;
}

/**
 * Replaces the file at `path` with pieces of the one at `old`, in order; it changes all at once or not at all.
 * @param old default: the same file; of another one, `path` must be a new name
 */
export async function rewriteFile(
  path: string,
  plan: (file: OpenFile) => Promise<readonly FilePiece[]>,
  old = path,
): Promise<void> {
  const unfinished = old === path ? `${path}.${randomUUID()}.tmp` : path;
  const from = await openFile(old);
  try {
    await writePieces(from, await plan(from), unfinished);
    if (unfinished === path) return;
    await rename(unfinished, path);
    pinnedFileAt(path)?.release();
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    await from.close();
  }
}

/** Writes the pieces of `from` to a new file at `path`. */
export async function writePieces(from: OpenFile, pieces: readonly FilePiece[], path: string): Promise<void> {
  const to = await open(path, 'wx');
  try {
    if (from.bytes === undefined) for await (const bytes of streamPieces(from, pieces)) await to.appendFile(bytes);
    else await to.writeFile(await assembleBytes(from, pieces));
  } finally {
    await to.close();
  }
}

/** The pieces of `from` together, in memory. */
export async function assembleBytes(from: OpenFile, pieces: readonly FilePiece[]): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for (const piece of pieces) {
    if (piece instanceof Uint8Array) parts.push(piece);
    else if (from.bytes === undefined) parts.push(await readAt(from, piece.from, piece.to - piece.from));
    else parts.push(from.bytes.subarray(piece.from, piece.to));
  }
  return Buffer.concat(parts);
}

const chunk = 1024 * 1024;

/** The bytes of the pieces in order; what is yielded is not to be changed, and to be used up before the next. */
export async function* streamPieces(from: OpenFile, pieces: readonly FilePiece[]): AsyncGenerator<Uint8Array> {
  // One buffer for all of it: a new one for each piece is memory that waits to be collected.
  const maxRangeBytes = Math.max(
    0,
    ...pieces.map((piece) => (piece instanceof Uint8Array ? 0 : piece.to - piece.from)),
  );
  const bytes = Buffer.allocUnsafe(from.bytes === undefined ? Math.min(chunk, maxRangeBytes) : 0);
  for (const piece of pieces) {
    if (piece instanceof Uint8Array) {
      yield piece;
      continue;
    }
    if (from.bytes !== undefined) {
      yield from.bytes.subarray(piece.from, piece.to);
      continue;
    }
    for (let position = piece.from; position < piece.to; ) {
      const { bytesRead } = await from.read(bytes, 0, Math.min(bytes.length, piece.to - position), position);
      if (bytesRead === 0) break;
      yield bytes.subarray(0, bytesRead);
      position += bytesRead;
    }
  }
}

/** Assembles a file from new bytes and ranges of an old one. */
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

/** Reads up to `length` bytes from the start of a file. @throws the file system's errors */
export async function readFirstBytes(path: string, length: number): Promise<Buffer> {
  const file = await openFile(path);
  try {
    return await readAt(file, 0, length);
  } finally {
    await file.close();
  }
}

/** @throws RangeError at the end of the file */
export async function readExactly(file: OpenFile, position: number, length: number): Promise<Buffer> {
  const bytes = await readAt(file, position, length);
  if (bytes.length < length) throw new RangeError('the file is cut short');
  return bytes;
}

/** @throws RangeError at the end of the block */
export function sliceExactly(block: Buffer, position: number, length: number): Buffer {
  if (position + length > block.length) throw new RangeError('the block is cut short');
  return block.subarray(position, position + length);
}

export function totalLength(pieces: readonly FilePiece[]): number {
  return pieces.reduce((sum, piece) => sum + (piece instanceof Uint8Array ? piece.length : piece.to - piece.from), 0);
}

export function mergePieces(pieces: readonly FilePiece[]): FilePiece[] {
  const merged: FilePiece[] = [];
  for (const piece of pieces) {
    const last = merged.at(-1);
    if (last === undefined || last instanceof Uint8Array || piece instanceof Uint8Array || last.to !== piece.from) {
      merged.push(piece);
    } else merged[merged.length - 1] = { from: last.from, to: piece.to };
  }
  return merged;
}

/**
 * Replaces the file at `path` atomically with pieces of the one at `oldPath`.
 * @param oldPath default: `path`; otherwise `path` must not exist
 */
export async function rewriteFile(
  path: string,
  plan: (file: OpenFile) => Promise<readonly FilePiece[]>,
  oldPath = path,
): Promise<void> {
  const unfinished = oldPath === path ? `${path}.${randomUUID()}.tmp` : path;
  const from = await openFile(oldPath);
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

export async function writePieces(from: OpenFile, pieces: readonly FilePiece[], path: string): Promise<void> {
  const to = await open(path, 'wx');
  try {
    if (from.bytes === undefined) for await (const bytes of streamPieces(from, pieces)) await to.appendFile(bytes);
    else await to.writeFile(await assembleBytes(from, pieces));
  } finally {
    await to.close();
  }
}

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

/** Yields the bytes of the pieces. Consume each buffer before the next. */
export async function* streamPieces(from: OpenFile, pieces: readonly FilePiece[]): AsyncGenerator<Uint8Array> {
  // Reuse one buffer, because new ones would wait for garbage collection.
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

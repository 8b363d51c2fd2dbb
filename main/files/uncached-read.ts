/** Reads a file back as its disk has it: past the memory in which the system keeps what was just written, where that can be done. */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { type Fingerprint, fingerprintOf } from './content-hash.ts';

const pieceBytes = 4 * 1024 * 1024;
/** Where in memory such a read may begin: at a multiple of this, bytes. */
const alignment = 4096;
/** Memory begins at a multiple of this, bytes. */
const step = 16;

/**
 * Linux reads past its memory (O_DIRECT), unless the file system cannot; elsewhere the file is opened anew and read as usual. The
 * file must have been synced.
 * @throws the file system's error, or the signal's reason
 */
export async function fingerprintUncached(path: string, signal?: AbortSignal): Promise<Fingerprint> {
  return (await readDirectly(path, signal)) ?? (await readPlainly(path, signal));
}

async function readPlainly(path: string, signal?: AbortSignal): Promise<Fingerprint> {
  const file = await open(path, 'r');
  try {
    return await fingerprintOf(file, (await file.stat()).size, signal);
  } finally {
    await file.close();
  }
}

/** Null where that cannot be done. */
async function readDirectly(path: string, signal?: AbortSignal): Promise<Fingerprint | null> {
  if (process.platform !== 'linux') return null;
  const file = await open(path, constants.O_RDONLY | constants.O_DIRECT).catch(unlessRefused);
  if (file === null) return null;
  try {
    const piece = await alignedPiece(file);
    if (piece === null) return null;
    const hash = createHash('sha256');
    const { size } = await file.stat();
    let bytes = 0;
    for (;;) {
      signal?.throwIfAborted();
      const { bytesRead } = await file.read(piece, 0, piece.length, bytes);
      hash.update(piece.subarray(0, bytesRead));
      bytes += bytesRead;
      // Where a share gives less than was asked for, the next read would begin anywhere.
      if (bytesRead < piece.length) return bytes === size ? { hash: hash.digest('hex'), bytes } : null;
    }
  } catch (error) {
    return unlessRefused(error);
  } finally {
    await file.close();
  }
}

/** Memory that such a read takes: JavaScript is not told where memory is, so that it is tried out. Null where none is taken. */
async function alignedPiece(file: FileHandle): Promise<Buffer | null> {
  const memory = Buffer.allocUnsafeSlow(pieceBytes + alignment);
  for (let offset = 0; offset < alignment; offset += step) {
    const piece = memory.subarray(offset, offset + pieceBytes);
    const isTaken = await file.read(piece, 0, alignment, 0).then(() => true, unlessRefused);
    if (isTaken) return piece;
  }
  return null;
}

function unlessRefused(error: unknown): null {
  if (['EINVAL', 'ENOTSUP', 'EOPNOTSUPP'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
  throw error;
}

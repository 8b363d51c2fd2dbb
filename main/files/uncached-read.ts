import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { type Fingerprint, fingerprintOf } from './content-hash.ts';

const pieceBytes = 4 * 1024 * 1024;
/** Required for direct reads, in bytes. */
const alignment = 4096;
/** In bytes. */
const allocationAlignment = 16;

/** Hashes a synced file past the page cache, to verify a copy. Falls back to normal reads without O_DIRECT. */
export async function fingerprintUncached(path: string, signal?: AbortSignal): Promise<Fingerprint> {
  return (await hashDirectly(path, signal)) ?? (await contentFingerprint(path, signal));
}

async function contentFingerprint(path: string, signal?: AbortSignal): Promise<Fingerprint> {
  const file = await open(path, 'r');
  try {
    return await fingerprintOf(file, (await file.stat()).size, signal);
  } finally {
    await file.close();
  }
}

async function hashDirectly(path: string, signal?: AbortSignal): Promise<Fingerprint | null> {
  if (process.platform !== 'linux') return null;
  const file = await open(path, constants.O_RDONLY | constants.O_DIRECT).catch(nullIfUnsupported);
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
      // After a short read, as from a share, the next position is not aligned.
      if (bytesRead < piece.length) return bytes === size ? { hash: hash.digest('hex'), bytes } : null;
    }
  } catch (error) {
    return nullIfUnsupported(error);
  } finally {
    await file.close();
  }
}

/** Finds an aligned buffer by trial reads, because JavaScript cannot see addresses. */
async function alignedPiece(file: FileHandle): Promise<Buffer | null> {
  const memory = Buffer.allocUnsafeSlow(pieceBytes + alignment);
  for (let offset = 0; offset < alignment; offset += allocationAlignment) {
    const piece = memory.subarray(offset, offset + pieceBytes);
    const isAligned = await file.read(piece, 0, alignment, 0).then(() => true, nullIfUnsupported);
    if (isAligned) return piece;
  }
  return null;
}

function nullIfUnsupported(error: unknown): null {
  if (['EINVAL', 'ENOTSUP', 'EOPNOTSUPP'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
  throw error;
}

import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';

/** Windows has neither flag. */
const readFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

const pieceBytes = 1024 * 1024;

const sparePieces: Buffer[] = [];
const maxSparePieces = 4;

export interface Fingerprint {
  /** SHA-256, hex. */
  readonly hash: string;
  readonly bytes: number;
}

/**
 * Hashes an open file from its start.
 * @param size current size in bytes; a file that grows is read to its end
 */
export async function fingerprintOf(file: FileHandle, size: number, signal?: AbortSignal): Promise<Fingerprint> {
  const hash = createHash('sha256');
  let bytes = 0;
  const piece = sparePieces.pop() ?? Buffer.allocUnsafeSlow(pieceBytes);
  try {
    for (;;) {
      signal?.throwIfAborted();
      const { bytesRead } = await file.read(piece, 0, piece.length, bytes);
      hash.update(piece.subarray(0, bytesRead));
      bytes += bytesRead;
      if (bytesRead === 0 || (bytes >= size && bytesRead < piece.length)) return { hash: hash.digest('hex'), bytes };
    }
  } finally {
    if (sparePieces.length < maxSparePieces) sparePieces.push(piece);
  }
}

/** Returns null if `path` is missing or no regular file. */
export async function fingerprint(path: string): Promise<Fingerprint | null> {
  try {
    if (!(await lstat(path)).isFile()) return null;
    const file = await open(path, readFlags);
    try {
      const entry = await file.stat();
      return entry.isFile() ? await fingerprintOf(file, entry.size) : null;
    } finally {
      await file.close();
    }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO'].includes(code)) return null;
    throw error;
  }
}

export async function hasContent(path: string, hash: string): Promise<boolean> {
  return (await fingerprint(path))?.hash === hash;
}

/** Follows links, unlike `fingerprint`. */
export async function contentHash(path: string, signal?: AbortSignal): Promise<string> {
  const file = await open(path);
  try {
    return (await fingerprintOf(file, (await file.stat()).size, signal)).hash;
  } finally {
    await file.close();
  }
}

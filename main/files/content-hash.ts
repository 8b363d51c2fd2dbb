/** What tells a file's content from all others: its SHA-256. */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';

/** A pipe in the place of the file hangs nobody, a link is not followed; Windows has neither flag. */
const readPlainly = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

const pieceBytes = 1024 * 1024;

export interface Fingerprint {
  /** SHA-256, hex. */
  readonly hash: string;
  readonly bytes: number;
}

/**
 * Of a file that is open. SHA-256 has hardware support nearly everywhere, and is faster than disks and networks are.
 * @param size how long it was a moment ago, bytes
 * @throws the file system's error, or the signal's reason
 */
export async function fingerprintOf(file: FileHandle, size: number, signal?: AbortSignal): Promise<Fingerprint> {
  const hash = createHash('sha256');
  let bytes = 0;
  // One buffer for all of it: a new one for each piece is memory that waits to be collected.
  const piece = Buffer.allocUnsafe(Math.min(pieceBytes, size + 1));
  for (;;) {
    signal?.throwIfAborted();
    const { bytesRead } = await file.read(piece, 0, piece.length, bytes);
    hash.update(piece.subarray(0, bytesRead));
    bytes += bytesRead;
    if (bytesRead === 0 || (bytes >= size && bytesRead < piece.length)) return { hash: hash.digest('hex'), bytes };
  }
}

/** Of a file; null where there is none, or something that is no file of its own (a link, a pipe). */
export async function fingerprint(path: string): Promise<Fingerprint | null> {
  try {
    if (!(await lstat(path)).isFile()) return null;
    const file = await open(path, readPlainly);
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

/** Whether there is a file of that content at `path`. @param hash SHA-256, hex */
export async function hasContent(path: string, hash: string): Promise<boolean> {
  return (await fingerprint(path))?.hash === hash;
}

/** The hash of a file, or of the one that a link leads to. @throws as `fingerprintOf` */
export async function contentHash(path: string, signal?: AbortSignal): Promise<string> {
  const file = await open(path);
  try {
    return (await fingerprintOf(file, (await file.stat()).size, signal)).hash;
  } finally {
    await file.close();
  }
}

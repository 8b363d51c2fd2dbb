/** What tells a file's content from all others. */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';

/** A pipe in the place of the file hangs nobody, a link is not followed; Windows has neither flag. */
const readPlainly = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

const pieceBytes = 1024 * 1024;

/** SHA-256 (hex) and size of a file; null where there is none, or something that is no file of its own (a link, a pipe). */
export async function fingerprint(path: string): Promise<{ hash: string; bytes: number } | null> {
  try {
    if (!(await lstat(path)).isFile()) return null;
    const file = await open(path, readPlainly);
    try {
      if (!(await file.stat()).isFile()) return null;
      const hash = createHash('sha256');
      let bytes = 0;
      // One buffer for all of it: a new one for each piece is memory that waits to be collected.
      const piece = Buffer.allocUnsafe(pieceBytes);
      for (;;) {
        const { bytesRead } = await file.read(piece, 0, piece.length, bytes);
        if (bytesRead === 0) break;
        hash.update(piece.subarray(0, bytesRead));
        bytes += bytesRead;
      }
      return { hash: hash.digest('hex'), bytes };
    } finally {
      await file.close();
    }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO'].includes(code)) return null;
    throw error;
  }
}

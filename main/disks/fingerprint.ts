/** What tells a file's content from all others. */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';

/** A pipe in the place of the file hangs nobody, a link is not followed; Windows has neither flag. */
const readPlainly = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** SHA-256 (hex) and size of a file; null where there is none, or something that is no file of its own (a link, a pipe). */
export async function fingerprint(path: string): Promise<{ hash: string; bytes: number } | null> {
  try {
    if (!(await lstat(path)).isFile()) return null;
    const file = await open(path, readPlainly);
    try {
      if (!(await file.stat()).isFile()) return null;
      const hash = createHash('sha256');
      let bytes = 0;
      for await (const chunk of file.createReadStream({ autoClose: false, highWaterMark: 1024 * 1024 })) {
        hash.update(chunk as Buffer);
        bytes += (chunk as Buffer).length;
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

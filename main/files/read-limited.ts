/** Reads a file that somebody else wrote: never more of it than such a file may have, however large it says it is. */
import { open, stat } from 'node:fs/promises';

/**
 * All of `path`; null where it has more than `maxBytes` bytes.
 * @throws the file system's error, and of its kind for what is no file: whoever opens a pipe may wait for ever
 */
export async function readLimited(path: string, maxBytes: number): Promise<Buffer | null> {
  if (!(await stat(path)).isFile()) throw Object.assign(new Error(`${path} is no file`), { code: 'EINVAL' });
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size > maxBytes) return null;
    // A byte more than it says it has: it may have grown.
    const room = Buffer.alloc(Math.min(maxBytes, size) + 1);
    const { bytesRead } = await file.read(room, 0, room.length, 0);
    return bytesRead > maxBytes ? null : room.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

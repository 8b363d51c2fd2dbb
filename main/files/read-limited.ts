import { open, stat } from 'node:fs/promises';

/**
 * Reads an untrusted file; null if it is larger than `maxBytes`.
 * @throws EINVAL if it is no regular file: a FIFO could block
 */
export async function readLimited(path: string, maxBytes: number): Promise<Buffer | null> {
  if (!(await stat(path)).isFile()) throw Object.assign(new Error(`${path} is no file`), { code: 'EINVAL' });
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size > maxBytes) return null;
    const buffer = Buffer.alloc(Math.min(maxBytes, size) + 1);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    return bytesRead > maxBytes ? null : buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

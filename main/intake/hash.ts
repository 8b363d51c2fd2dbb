/** Recognises a file by its content. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/**
 * SHA-256 of a file as 64 hexadecimal digits; read as a stream (SHA-256 has hardware support nearly everywhere, and is
 * faster than disks and networks are).
 * @throws the file system's error, or the signal's reason.
 */
export async function contentHash(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash, { signal });
  return hash.digest('hex');
}

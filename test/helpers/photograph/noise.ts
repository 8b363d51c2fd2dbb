/** Pseudorandom bytes, equal in every run, that cannot be compressed and are unique by content. */
import { createCipheriv, createHash } from 'node:crypto';

let drawn = 0;

/** `length` bytes. Without a seed, each call in a test file returns others; with one, always the same. */
export function noise(length: number, seed = `draw ${drawn++}`): Buffer<ArrayBuffer> {
  const key = createHash('sha256').update(seed).digest();
  return Buffer.from(createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(length)));
}

/** Pseudorandom bytes, equal in every run, that cannot be compressed and are unique by content. */
import { createCipheriv, createHash } from 'node:crypto';

let drawn = 0;

/** `length` bytes. Without a seed each call of a test file gives others; with one, always those. */
export function noise(length: number, seed = `draw ${drawn++}`): Buffer<ArrayBuffer> {
  const key = createHash('sha256').update(seed).digest();
  return Buffer.from(createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(length)));
}

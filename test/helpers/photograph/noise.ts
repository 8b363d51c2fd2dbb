/** Bytes that look like chance and are the same in every run: what cannot be compressed, or is told apart by its content. */
import { createCipheriv, createHash } from 'node:crypto';

let drawn = 0;

/** `length` bytes. Without a seed each call of a test file gives others; with one, always those. */
export function noise(length: number, seed = `draw ${drawn++}`): Buffer<ArrayBuffer> {
  const key = createHash('sha256').update(seed).digest();
  return Buffer.from(createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(length)));
}

/** Small pictures of photographs and results for the window. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openImage, toUpright } from '../decode/open-image.ts';
import { displayableFile } from './decodable-file.ts';

/**
 * Returns a WEBP whose longer side is at most `sidePx`, upright, with transparency, and never enlarged.
 * @throws Error if the file cannot be decoded
 */
export async function thumbnail(path: string, sidePx: number): Promise<Uint8Array> {
  const found = await displayableFile(path);
  // Show as much of a damaged photograph as possible.
  const image = await openImage(found.path, found.format, { failOn: 'none' });
  return (await toUpright(image))
    .resize(sidePx, sidePx, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80, effort: 2, smartSubsample: true })
    .toBuffer();
}

/** Returns a thumbnail from a cache on disk, keyed by path, size and modification time. Safe to call concurrently. */
export async function cachedThumbnail(path: string, sidePx: number, cacheDir: string): Promise<Uint8Array> {
  const { size, mtimeMs } = await stat(path);
  const key = createHash('sha256').update(`${path}\0${size}\0${mtimeMs}\0${sidePx}`).digest('hex');
  const cached = join(cacheDir, key.slice(0, 2), `${key}.webp`);
  try {
    return await readFile(cached);
  } catch {
    const drawn = await thumbnail(path, sidePx);
    await mkdir(dirname(cached), { recursive: true });
    const unfinished = `${cached}.${randomUUID()}.tmp`;
    await writeFile(unfinished, drawn);
    await rename(unfinished, cached);
    return drawn;
  }
}

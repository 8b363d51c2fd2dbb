/** Small pictures of photographs and results for the window. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { displayableFile } from './decodable-file.ts';
import { openImage, toUpright } from './open-image.ts';

/**
 * A WEBP whose longer side is at most `sidePx`, upright, with transparency kept; never enlarged.
 * @throws Error when the file is not an image that can be decoded.
 */
export async function thumbnail(path: string, sidePx: number): Promise<Uint8Array> {
  const found = await displayableFile(path);
  // A damaged photograph still has a picture worth showing beside its error.
  const image = await openImage(found.path, found.format, { failOn: 'none' });
  return (await toUpright(image))
    .resize(sidePx, sidePx, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80, effort: 2, smartSubsample: true })
    .toBuffer();
}

/**
 * The same from a cache on disk: a file changed since (size or time of modification) is drawn anew. Safe to call from
 * several places at once; whoever finishes last writes the same bytes.
 */
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

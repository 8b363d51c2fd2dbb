/** Pictures for the window: photographs at full size, and thumbnails. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isNormalized } from '../decode/normalize-input.ts';
import { openImage, toUpright } from '../decode/open-image.ts';
import { displayableFile, screenSide } from './decodable-file.ts';

export interface DisplayImage {
  readonly bytes: Uint8Array;
  readonly mime: string;
}

/** Formats that the window shows with orientation and profile. */
const drawn: Readonly<Record<string, string>> = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp' };

/**
 * Returns the file if the window can show it, else a lossless copy in sRGB. A developed raw file becomes a JPEG,
 * because it has ten bytes per pixel.
 * @throws Error if the file cannot be decoded
 */
export async function displayImage(path: string): Promise<DisplayImage> {
  const found = await displayableFile(path, screenSide);
  const mime = drawn[found.format];
  const isSensor = found.developed?.from === 'raw' && found.format === 'png';
  const isPlain = await isNormalized(found.path, found.format);
  if (mime !== undefined && !isSensor && isPlain) return { bytes: await readFile(found.path), mime };
  const image = await toUpright(await openImage(found.path, found.format, { failOn: 'none' }));
  if (isSensor) {
    return { bytes: await image.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer(), mime: 'image/jpeg' };
  }
  return { bytes: await image.png({ compressionLevel: 2 }).toBuffer(), mime: 'image/png' };
}

/**
 * Returns an upright WEBP whose longer side is at most `sidePx`, never enlarged.
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

/** Caches by path, size and modification time. Safe to call concurrently. */
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

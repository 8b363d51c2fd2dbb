/** Answers the private image protocol: only photographs and results the database knows, and previews of this run. */
import { readFile } from 'node:fs/promises';
import { thumbnailSides } from '../../preload/contract/images.ts';
import { type DisplayImage, displayImage } from '../imaging/read/display.ts';
import { cachedThumbnail } from '../imaging/read/thumbnail.ts';
import type { Store } from '../store/index.ts';

export interface PictureSources {
  readonly store: Pick<Store, 'jobs' | 'results'>;
  /** Absolute folder for small pictures. */
  readonly cacheDir: string;
  /** Path of a preview image by its token, or null. */
  previewPath(token: string): string | null;
}

/**
 * The bytes behind one address of the protocol (`burnish://thumb/job/7?side=160`), or null when there is nothing:
 * an unknown address or id, a file that has gone, a picture that cannot be decoded.
 */
export async function picture(address: string, sources: PictureSources): Promise<DisplayImage | null> {
  try {
    const url = new URL(address);
    const [what, id, ...rest] = url.pathname.split('/').filter((part) => part !== '');
    if (what === undefined || id === undefined || rest.length > 0) return null;
    if (url.host === 'thumb') return await small(what, id, Number(url.searchParams.get('side')), sources);
    if (url.host === 'image') return await full(what, id, sources);
    return null;
  } catch {
    return null; // The file has gone or is broken: the screen shows its own sign for that.
  }
}

async function small(what: string, id: string, side: number, sources: PictureSources): Promise<DisplayImage | null> {
  const path = pathOf(what === 'job' ? 'source' : what, id, sources);
  // Only sides the contract names, so that no page can fill the disk with sizes.
  if (path === null || !thumbnailSides.some((known) => known === side)) return null;
  return { bytes: await cachedThumbnail(path, side, sources.cacheDir), mime: 'image/webp' };
}

async function full(what: string, id: string, sources: PictureSources): Promise<DisplayImage | null> {
  if (what === 'preview') {
    const path = sources.previewPath(id);
    return path === null ? null : { bytes: await readFile(path), mime: 'image/webp' };
  }
  const path = pathOf(what, id, sources);
  return path === null ? null : displayImage(path);
}

/** The file of a job's photograph or of a result; an analysis shows the photograph it is about. */
function pathOf(what: string, id: string, { store }: PictureSources): string | null {
  if (!/^\d{1,15}$/.test(id)) return null;
  if (what === 'source') return store.jobs.get(Number(id))?.sourcePath ?? null;
  if (what === 'result') return store.results.pathOf(Number(id));
  return null;
}

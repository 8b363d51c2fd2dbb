/** Answers the private image protocol: only photographs and results the database knows, and previews of this run. */
import { readFile } from 'node:fs/promises';
import { thumbnailSides } from '../../preload/contract/images.ts';
import type { AtHand } from '../desk/at-hand.ts';
import { type DisplayImage, displayImage } from '../imaging/read/display.ts';
import { cachedThumbnail } from '../imaging/read/thumbnail.ts';
import type { Store, Subject } from '../store/index.ts';

export interface PictureSources {
  readonly store: Pick<Store, 'jobs'>;
  /** Reads the file, or the kept preview of one that is away. */
  readonly atHand: AtHand;
  /** Absolute folder for small pictures. */
  readonly cacheDir: string;
  /** Path of a preview image by its token, or null. */
  previewPath(token: string): string | null;
}

/**
 * The bytes behind one address of the protocol (`burnish://thumb/job/7?side=160`), or null when there is nothing:
 * an unknown address or id, a file that has gone and of which nothing is kept, a picture that cannot be decoded.
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
    return null; // The screen shows its own sign for that.
  }
}

async function small(what: string, id: string, side: number, sources: PictureSources): Promise<DisplayImage | null> {
  const of = subjectOf(what === 'job' ? 'source' : what, id, sources);
  // Only sides the contract names, so that no page can fill the disk with sizes.
  if (of === null || !thumbnailSides.some((known) => known === side)) return null;
  const bytes = await sources.atHand.read(of, (path) => cachedThumbnail(path, side, sources.cacheDir));
  return bytes === null ? null : { bytes, mime: 'image/webp' };
}

async function full(what: string, id: string, sources: PictureSources): Promise<DisplayImage | null> {
  if (what === 'preview') {
    const path = sources.previewPath(id);
    return path === null ? null : { bytes: await readFile(path), mime: 'image/webp' };
  }
  const of = subjectOf(what, id, sources);
  return of === null ? null : sources.atHand.read(of, displayImage);
}

/** A photograph (by its own number, or by that of a job), or a result. */
function subjectOf(what: string, id: string, { store }: PictureSources): Subject | null {
  if (!/^\d{1,15}$/.test(id)) return null;
  if (what === 'result' || what === 'photograph') return { subject: what, id: Number(id) };
  const photographId = what === 'source' ? store.jobs.get(Number(id))?.photographId : null;
  return photographId == null ? null : { subject: 'photograph', id: photographId };
}

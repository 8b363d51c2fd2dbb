/** Serves the pictures of the image protocol: photographs and results of the database, and previews of this run. */
import { readFile } from 'node:fs/promises';
import { type ThumbnailSide, thumbnailSides } from '../../contract/app/image-urls.ts';
import { cachedThumbnail, type DisplayImage, displayImage } from '../imaging/read/display.ts';
import type { ViewableFile } from '../review/preview-cache/viewable-file.ts';
import type { PreviewSubject, Store } from '../store/index.ts';

export interface PictureSources {
  readonly store: Pick<Store, 'jobs' | 'results' | 'filePlaces' | 'comparisons'>;
  /** Reads the file, or its kept preview if the file is unavailable. */
  readonly atHand: ViewableFile;
  /** Requests a preview from another station. Returns true once it is stored here. */
  readonly fetch: (subject: PreviewSubject) => Promise<boolean>;
  /** Absolute folder for thumbnails. */
  readonly cacheDir: string;
  /** Path of a preview image by its token, or null. */
  previewPath(token: string): string | null;
}

/** A known photograph or result without a picture: its file and preview are missing, or cannot be decoded. */
type Unshowable = 'unshowable';

/** Returns the picture of an address, such as `burnish://thumb/job/7?side=160`; null for an unknown address or id. */
export async function serveImage(address: string, sources: PictureSources): Promise<DisplayImage | Unshowable | null> {
  try {
    const url = new URL(address);
    const [kind, id, ...rest] = url.pathname.split('/').filter((part) => part !== '');
    if (kind === undefined || id === undefined || rest.length > 0) return null;
    if (url.host === 'thumb') return await serveThumbnail(kind, id, Number(url.searchParams.get('side')), sources);
    if (url.host === 'image') return await serveFull(kind, id, sources);
    return null;
  } catch {
    return null; // Not a valid address, or an unreadable preview.
  }
}

async function serveThumbnail(kind: string, id: string, side: number, sources: PictureSources) {
  // Only the sides of the contract, so that no page can fill the disk with sizes.
  if (!thumbnailSides.some((known) => known === side)) return null;
  const read = async (path: string) => ({
    bytes: await cachedThumbnail(path, side as ThumbnailSide, sources.cacheDir),
    mime: 'image/webp',
  });
  return readFirst(kind === 'outcome' ? outcomeSubjects(id, sources) : [findSubject(kind, id, sources)], read, sources);
}

async function serveFull(kind: string, id: string, sources: PictureSources) {
  if (kind === 'preview') {
    const path = sources.previewPath(id);
    return path === null ? null : { bytes: await readFile(path), mime: 'image/webp' };
  }
  return readFirst([findSubject(kind === 'job' ? '' : kind, id, sources)], displayImage, sources);
}

/** Reads the first of `subjects` that has a picture. */
async function readFirst(
  subjects: readonly (PreviewSubject | null)[],
  read: (path: string) => Promise<DisplayImage>,
  { store, atHand, fetch }: PictureSources,
): Promise<DisplayImage | Unshowable | null> {
  const known = subjects
    .filter((subject) => subject !== null)
    .filter((subject) => store.filePlaces.pathsOf(subject).length > 0);
  for (const subject of known) {
    const found = await atHand.read(subject, read);
    if (found) return found;
  }
  const [first] = known;
  if (first === undefined) return null;
  return ((await fetch(first)) ? await atHand.read(first, read) : null) ?? 'unshowable';
}

/** Returns the primary result of a job, then its photograph. */
function outcomeSubjects(jobId: string, sources: PictureSources): (PreviewSubject | null)[] {
  const photograph = findSubject('source', jobId, sources);
  const result = photograph && sources.store.results.shownOfJob(Number(jobId));
  return result === null ? [photograph] : [{ subject: 'result', id: result }, photograph];
}

/** Finds a photograph by its id or by a job's, or a result by its id or by its side of a comparison pair. */
function findSubject(kind: string, id: string, { store }: PictureSources): PreviewSubject | null {
  if (!/^\d{1,15}$/.test(id)) return null;
  if (kind === 'result' || kind === 'photograph') return { subject: kind, id: Number(id) };
  if (kind === 'left' || kind === 'right') {
    const resultId = store.comparisons.resultOf(Number(id), kind);
    return resultId === null ? null : { subject: 'result', id: resultId };
  }
  const photographId = kind === 'source' || kind === 'job' ? store.jobs.get(Number(id))?.photographId : null;
  return photographId == null ? null : { subject: 'photograph', id: photographId };
}

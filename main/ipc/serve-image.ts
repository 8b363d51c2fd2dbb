/** Answers the private image protocol: only photographs and results the database knows, and previews of this run. */
import { readFile } from 'node:fs/promises';
import { type ThumbnailSide, thumbnailSides } from '../../contract/app/image-urls.ts';
import { type DisplayImage, displayImage } from '../imaging/read/display.ts';
import { cachedThumbnail } from '../imaging/read/thumbnail.ts';
import type { ViewableFile } from '../review/preview-cache/viewable-file.ts';
import type { PreviewSubject, Store } from '../store/index.ts';

export interface PictureSources {
  readonly store: Pick<Store, 'jobs' | 'results' | 'filePlaces' | 'comparisons'>;
  /** Reads the file, or the kept preview of one that is away. */
  readonly atHand: ViewableFile;
  /** Has a preview of it come from elsewhere: true once it is at hand. */
  readonly fetch: (subject: PreviewSubject) => Promise<boolean>;
  /** Absolute folder for small pictures. */
  readonly cacheDir: string;
  /** Path of a preview image by its token, or null. */
  previewPath(token: string): string | null;
}

/** It is known, but has no picture: its file has gone and nothing is kept of it, or it cannot be decoded. */
type Unshowable = 'unshowable';

/** The bytes behind one address of the protocol (`burnish://thumb/job/7?side=160`); null for an unknown address or id. */
export async function serveImage(address: string, sources: PictureSources): Promise<DisplayImage | Unshowable | null> {
  try {
    const url = new URL(address);
    const [kind, id, ...rest] = url.pathname.split('/').filter((part) => part !== '');
    if (kind === undefined || id === undefined || rest.length > 0) return null;
    if (url.host === 'thumb') return await small(kind, id, Number(url.searchParams.get('side')), sources);
    if (url.host === 'image') return await full(kind, id, sources);
    return null;
  } catch {
    return null; // No address, or none of a picture.
  }
}

async function small(kind: string, id: string, side: number, sources: PictureSources) {
  // Only sides the contract names, so that no page can fill the disk with sizes.
  if (!thumbnailSides.some((known) => known === side)) return null;
  const draw = async (path: string) => ({
    bytes: await cachedThumbnail(path, side as ThumbnailSide, sources.cacheDir),
    mime: 'image/webp',
  });
  return firstOf(kind === 'outcome' ? outcomesOf(id, sources) : [subjectOf(kind, id, sources)], draw, sources);
}

async function full(kind: string, id: string, sources: PictureSources) {
  if (kind === 'preview') {
    const path = sources.previewPath(id);
    return path === null ? null : { bytes: await readFile(path), mime: 'image/webp' };
  }
  return firstOf([subjectOf(kind === 'job' ? '' : kind, id, sources)], displayImage, sources);
}

/** What can be shown of the first of `subjects` that has a picture. */
async function firstOf(
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

/** What a job came to: the picture that stands for it, else its photograph. */
function outcomesOf(jobId: string, sources: PictureSources): (PreviewSubject | null)[] {
  const photograph = subjectOf('source', jobId, sources);
  const result = photograph && sources.store.results.shownOfJob(Number(jobId));
  return result === null ? [photograph] : [{ subject: 'result', id: result }, photograph];
}

/** A photograph (by its own number, or by that of a job), or a result (by its own, or by the side of a pair on which it stands). */
function subjectOf(kind: string, id: string, { store }: PictureSources): PreviewSubject | null {
  if (!/^\d{1,15}$/.test(id)) return null;
  if (kind === 'result' || kind === 'photograph') return { subject: kind, id: Number(id) };
  if (kind === 'left' || kind === 'right') {
    const resultId = store.comparisons.resultOf(Number(id), kind);
    return resultId === null ? null : { subject: 'result', id: resultId };
  }
  const photographId = kind === 'source' || kind === 'job' ? store.jobs.get(Number(id))?.photographId : null;
  return photographId == null ? null : { subject: 'photograph', id: photographId };
}

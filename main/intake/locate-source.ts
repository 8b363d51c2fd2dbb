import { lstat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { JobSummary } from '../../contract/jobs/job.ts';
import { msg } from '../../contract/messages/message.ts';
import { fingerprint } from '../files/content-hash.ts';
import type { FileAvailability } from '../files/file-availability.ts';
import { displayPath, toStoredPath } from '../files/stored-path.ts';
import type { Job, ReprocessSource, Store } from '../store/index.ts';
import type { FoundFile, RejectedPath } from './paths/found-file.ts';

/** Returns the file of a known photograph, or a rejection if it is on another station and cannot be opened here. */
export async function locateSource(
  { path: stored, relativeFolder, contentHash }: ReprocessSource,
  { availability }: Pick<Store, 'availability'>,
): Promise<FoundFile | RejectedPath> {
  const shown = displayPath(stored);
  const { state, path, root } = await availability.locate(stored);
  if (path === null && root !== null) {
    const name = basename(shown);
    const message =
      state === 'outside' ? msg('studio.share.fileOutside', { name }) : msg('imaging.file.missing', { name });
    return { path: shown, message };
  }
  const expected = contentHash === null ? {} : { contentHash };
  // The user chose this file and not its sibling.
  return { path: path ?? shown, relativeFolder, named: true, alone: true, ...expected };
}

export type FailedSource = Pick<JobSummary, 'sourcePath' | 'bytes' | 'createdAt' | 'state' | 'error'> &
  Pick<Job, 'contentHash'>;

/** Whether the file of a failed job is back or has new content; or the original content after `SOURCE_CHANGED`. */
export async function isSourceFixed(
  { sourcePath, contentHash, bytes, createdAt, state, error }: FailedSource,
  availability: Pick<FileAvailability, 'locate'>,
): Promise<boolean> {
  if (state !== 'failed' || error?.advice !== 'replace-file') return false;
  const { path } = await availability.locate(toStoredPath(sourcePath));
  const facts = path === null ? null : await lstat(path).catch(() => null);
  if (path === null || !facts?.isFile()) return false;
  if (error.code === 'SOURCE_MISSING') return true;
  const needsOriginal = error.code === 'SOURCE_CHANGED';
  if (facts.size !== bytes) return !needsOriginal;
  // A replaced file has a new `ctime`, whatever its `mtime`.
  if (!needsOriginal && Math.max(facts.mtimeMs, facts.ctimeMs) <= createdAt) return false;
  const isOriginal = (await fingerprint(path))?.hash === contentHash;
  return isOriginal === needsOriginal;
}

/** Finds the file of a photograph that was added before, and whether a failure of it may be fixed. */
import { lstat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { JobSummary } from '../../contract/jobs/job.ts';
import { msg } from '../../contract/messages/message.ts';
import { fingerprint } from '../files/content-hash.ts';
import type { FileAvailability } from '../files/file-availability.ts';
import { displayPath, toStoredPath } from '../files/stored-path.ts';
import type { Job, ReprocessSource, Store } from '../store/index.ts';
import type { FoundFile, RejectedPath } from './paths/found-file.ts';

/** Returns the file to examine, or a rejection if another station added it and it cannot be opened here. */
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
  // The user chose this file, even if it has a sibling of the same shot.
  return { path: path ?? shown, relativeFolder, named: true, alone: true, ...expected };
}

/** A job with its photograph and error. */
export type FailedSource = Pick<JobSummary, 'sourcePath' | 'bytes' | 'createdAt' | 'state' | 'error'> &
  Pick<Job, 'contentHash'>;

/**
 * Whether a failed job is worth a retry because its file is back or has other content. After `SOURCE_CHANGED`, only the
 * original content counts.
 */
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
  // Read the content only if a time changed; a replaced file has a new `ctime`, whatever its `mtime`.
  if (!needsOriginal && Math.max(facts.mtimeMs, facts.ctimeMs) <= createdAt) return false;
  const isOriginal = (await fingerprint(path))?.hash === contentHash;
  return isOriginal === needsOriginal;
}

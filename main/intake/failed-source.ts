/** Whether what a failed job says of its photograph's file has changed, so that trying again is worth it. */
import { lstat } from 'node:fs/promises';
import type { JobSummary } from '../../contract/jobs/job.ts';
import { fingerprint } from '../files/content-hash.ts';
import type { FileAvailability } from '../files/file-availability.ts';
import { toStoredPath } from '../files/stored-path.ts';
import type { Job } from '../store/index.ts';

/** What such a job was made of, and what it waits for. */
export type FailedSource = Pick<JobSummary, 'sourcePath' | 'bytes' | 'createdAt' | 'state' | 'error'> &
  Pick<Job, 'contentHash'>;

/** True where the file is there again, or is another one than failed; or, where only the earlier one helps, that one. */
export async function isSourceFixed(
  { sourcePath, contentHash, bytes, createdAt, state, error }: FailedSource,
  availability: Pick<FileAvailability, 'locate'>,
): Promise<boolean> {
  if (state !== 'failed' || error?.advice !== 'replace-file') return false;
  const { path } = await availability.locate(toStoredPath(sourcePath));
  const facts = path === null ? null : await lstat(path).catch(() => null);
  if (path === null || !facts?.isFile()) return false;
  if (error.code === 'SOURCE_MISSING') return true;
  const isEarlierWanted = error.code === 'SOURCE_CHANGED';
  if (facts.size !== bytes) return !isEarlierWanted;
  // What was put in its place has a new time of its own, whatever time it was taken; only that is read.
  if (!isEarlierWanted && Math.max(facts.mtimeMs, facts.ctimeMs) <= createdAt) return false;
  const isEarlier = (await fingerprint(path))?.hash === contentHash;
  return isEarlier === isEarlierWanted;
}

/** Knows photographs in watch folders that have another path now, and are not taken in again for that. */
import { readdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { fileIdentity } from '../files/file-identity.ts';
import type { NewJob, Store } from '../store/index.ts';

/**
 * True for a photograph that was taken in before and has moved, name and all, with the folder it is in: a card has another
 * letter, a share another place. Its result has been where it would go now. One that was renamed is the same photograph once
 * it is done: its result keeps the name it has. Either is shown from its new path.
 */
export async function isMovedPhoto(
  job: NewJob,
  { jobs, filePlaces, movedOriginals }: Pick<Store, 'jobs' | 'filePlaces' | 'movedOriginals'>,
): Promise<boolean> {
  // By Burnish itself, once all was done with it.
  if (movedOriginals.isMovedTo(job.sourcePath, job.contentHash)) return true;
  for (const { path, foundPath, photographId } of jobs.twinsOf(job)) {
    // One file, reached through a link to its folder.
    if (await isSamePlace(path, job.sourcePath)) return true;
    const isRenamed = basename(path) !== basename(job.sourcePath);
    if (isRenamed && jobs.sameJob({ ...job, sourcePath: path }, 'is-made')?.state !== 'done') continue;
    if (await isCalledSo(path)) continue;
    if (foundPath === job.sourcePath) return true;
    // It has moved before: this is a copy of it.
    if (foundPath !== null && (await isCalledSo(foundPath))) continue;
    filePlaces.originalsFound([{ id: photographId, from: path, to: job.sourcePath }]);
    return true;
  }
  return false;
}

async function isSamePlace(a: string, b: string): Promise<boolean> {
  const [first, second] = [await fileIdentity(a), await fileIdentity(b)];
  return first !== null && first.realPath === second?.realPath;
}

/** Whether a file is there under exactly this name: many disks find it under one in other case, too. */
async function isCalledSo(path: string): Promise<boolean> {
  return readdir(dirname(path)).then(
    (names) => names.includes(basename(path)),
    () => false,
  );
}

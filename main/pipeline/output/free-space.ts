/** Checks the free space of the data folder, which all results are downloaded into. */
import { statfs } from 'node:fs/promises';
import QuickLRU from 'quick-lru';
import { msg } from '../../../contract/messages/message.ts';
import type { Job, Store } from '../../store/index.ts';
import { type BlockedFolder, jobError } from '../stage-outcome.ts';

/** Factor from source to required space: a PNG of a JPEG is larger. */
export const resultSizeFactor = 4;
const reserveBytes = 32 * 1024 * 1024;

/** Returns an error unless a job and all in progress have space. */
export async function dataFolderSpaceProblem(
  { batchId, bytes }: Pick<Job, 'batchId' | 'bytes'>,
  store: Pick<Store, 'workFolder' | 'views'>,
): Promise<BlockedFolder | null> {
  if (await hasFreeSpace(bytes, store)) return null;
  const folder = store.workFolder;
  const error = jobError('disk', 'ENOSPC', msg('pipeline.dataFolder.nearlyFull'), 'retry');
  return { folder, batchId, bytes, error };
}

/** While more than this is left, a measurement is valid for a moment. */
const plentyBytes = 1024 * 1024 * 1024;
const validMs = 500;
const measured = new QuickLRU<string, { readonly time: number; leftBytes: number }>({ maxSize: 10 });

/** Whether results of `bytes` of photographs, and of all in progress, have space. */
export async function hasFreeSpace(
  bytes: number,
  { workFolder, views }: Pick<Store, 'workFolder' | 'views'>,
): Promise<boolean> {
  const last = measured.get(workFolder);
  if (last && performance.now() - last.time < validMs) {
    last.leftBytes -= resultSizeFactor * bytes;
    if (last.leftBytes > plentyBytes) return true;
  }
  const { bavail, bsize } = await statfs(workFolder);
  const leftBytes = bavail * bsize - resultSizeFactor * (bytes + views.bytesUnderWay()) - reserveBytes;
  measured.set(workFolder, { time: performance.now(), leftBytes });
  return leftBytes >= 0;
}

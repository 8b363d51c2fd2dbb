/** Checks the free space of the data folder before a job is sent: results are downloaded into it, and expire at the service. */
import { statfs } from 'node:fs/promises';
import { msg } from '../../../contract/messages/message.ts';
import type { Job, Store } from '../../store/index.ts';
import { type BlockedFolder, jobError } from '../stage-outcome.ts';

/** Space to require for a result, as a multiple of its source: a PNG of a JPEG is larger. */
export const resultSizeFactor = 4;
/** Space to leave free for everything else. */
const reserveBytes = 32 * 1024 * 1024;

/** Returns the error of the data folder, or null if it has space for a job and for all that are in progress. */
export async function dataFolderSpaceProblem(
  { batchId, bytes }: Pick<Job, 'batchId' | 'bytes'>,
  store: Pick<Store, 'workFolder' | 'views'>,
): Promise<BlockedFolder | null> {
  if (await hasFreeSpace(bytes, store)) return null;
  const folder = store.workFolder;
  const error = jobError('disk', 'ENOSPC', msg('pipeline.dataFolder.nearlyFull'), 'retry');
  return { folder, batchId, bytes, error };
}

/** Whether there is space for the results of `bytes` of photographs, and of all that are in progress. */
export async function hasFreeSpace(
  bytes: number,
  { workFolder, views }: Pick<Store, 'workFolder' | 'views'>,
): Promise<boolean> {
  const { bavail, bsize } = await statfs(workFolder);
  return bavail * bsize >= resultSizeFactor * (bytes + views.bytesUnderWay()) + reserveBytes;
}

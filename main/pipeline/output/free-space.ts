/** Checks the free space of the data folder, which all results are downloaded into. */
import { statfs } from 'node:fs/promises';
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

/** Whether results of `bytes` of photographs, and of all in progress, have space. */
export async function hasFreeSpace(
  bytes: number,
  { workFolder, views }: Pick<Store, 'workFolder' | 'views'>,
): Promise<boolean> {
  const { bavail, bsize } = await statfs(workFolder);
  return bavail * bsize >= resultSizeFactor * (bytes + views.bytesUnderWay()) + reserveBytes;
}

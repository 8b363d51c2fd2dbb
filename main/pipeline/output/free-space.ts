/** Whether the data folder has room for what is to be sent: every result comes home into it, and expires at the service. */
import { statfs } from 'node:fs/promises';
import { msg } from '../../../contract/messages/message.ts';
import type { Job, Store } from '../../store/index.ts';
import { type BlockedFolder, jobError } from '../stage-outcome.ts';

/** A finished photograph may be larger than its source: a PNG made from a JPEG. Room for so many times its bytes is asked for. */
export const resultSizeFactor = 4;
/** Left free for everything else, bytes. */
const reserve = 32 * 1024 * 1024;

/** What is wrong with it; null where a job and all that are under way have room. */
export async function dataFolderSpaceProblem(
  { batchId, bytes }: Pick<Job, 'batchId' | 'bytes'>,
  store: Pick<Store, 'workFolder' | 'views'>,
): Promise<BlockedFolder | null> {
  if (await hasFreeSpace(bytes, store)) return null;
  const folder = store.workFolder;
  const error = jobError('disk', 'ENOSPC', msg('pipeline.dataFolder.nearlyFull'), 'retry');
  return { folder, batchId, bytes, error };
}

/** True where photographs of `bytes`, and all that are under way, have room. */
export async function hasFreeSpace(
  bytes: number,
  { workFolder, views }: Pick<Store, 'workFolder' | 'views'>,
): Promise<boolean> {
  const { bavail, bsize } = await statfs(workFolder);
  return bavail * bsize >= resultSizeFactor * (bytes + views.bytesUnderWay()) + reserve;
}

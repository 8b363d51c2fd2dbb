/** The folder a job's results go to: made, looked at, and told apart from one that is away. */
import { stat, statfs } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import type { JobError } from '../../preload/contract/job.ts';
import type { Job } from '../store/index.ts';
import { makeUserFolder } from '../store/private-files.ts';
import { answersWithin } from './answers-within.ts';
import { diskTrouble, folderTrouble, type Outcome } from './outcome.ts';
import { removeTemporary, type TemporaryFiles, writeTemporary } from './temporary-file.ts';

/** Absolute; with the source's subfolders where the recipe mirrors them. Never outside the output folder. */
export function targetFolder(job: Pick<Job, 'outputFolder' | 'relativeFolder' | 'recipe'>): string {
  const top = resolve(job.outputFolder);
  if (!job.recipe.output.mirror) return top;
  const below = resolve(join(top, job.relativeFolder));
  return below === top || below.startsWith(top.endsWith(sep) ? top : top + sep) ? below : top;
}

/** An output folder, as one of its jobs knows it. */
export type OutputFolder = Pick<Job, 'batchId' | 'outputFolder'>;

/** What an output folder was when a batch first wrote there. */
interface Seen {
  /** Of the folder it is in. */
  readonly parent: { readonly dev: bigint; readonly ino: bigint };
  /** It is a disk or a share of its own, and not a folder on one. */
  readonly isMount: boolean;
}

/** Makes output folders, but does not make one up in the place of a disk that is away. */
export interface FolderMaker {
  /**
   * Its path, once it is there: made where it is not there yet.
   * @throws the file system's error; ENOENT or ENODEV where it was there for this batch, and its disk is away
   */
  ready(folder: OutputFolder): Promise<string>;
}

export function createFolderMaker(): FolderMaker {
  const known = new Map<string, Seen>();

  async function makeTop(key: string, top: string): Promise<void> {
    const seen = known.get(key);
    if (seen === undefined) {
      await makeUserFolder(top);
      known.set(key, await look(top));
      return;
    }
    const now = await look(top).catch((error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? null : error));
    if (now instanceof Error) throw now;
    // A mount point without its disk is an empty folder like any other.
    if (now !== null && seen.isMount && !now.isMount) throw Object.assign(new Error('unmounted'), { code: 'ENODEV' });
    if (now !== null) return;
    const { dev, ino } = await stat(dirname(top), { bigint: true });
    if (dev !== seen.parent.dev || ino !== seen.parent.ino) throw Object.assign(new Error('gone'), { code: 'ENOENT' });
    // Only the folder itself was removed.
    await makeUserFolder(top);
  }

  return {
    async ready({ batchId, outputFolder }) {
      const top = resolve(outputFolder);
      await makeTop(`${batchId} ${top}`, top);
      return top;
    },
  };
}

async function look(top: string): Promise<Seen> {
  const [own, parent] = await Promise.all([stat(top, { bigint: true }), stat(dirname(top), { bigint: true })]);
  if (!own.isDirectory()) throw Object.assign(new Error('no folder'), { code: 'ENOTDIR' });
  return { parent: { dev: parent.dev, ino: parent.ino }, isMount: own.dev !== parent.dev };
}

/**
 * Writes a file into a folder that is there and takes it away again.
 * @param bytes room that must be there
 * @throws the file system's error; ENOSPC where there is not enough room
 */
export async function tryToWrite(folder: string, bytes: number, notes: TemporaryFiles): Promise<void> {
  await removeTemporary(await writeTemporary(folder, notes, async () => undefined), notes);
  // Some network folders do not say how much room they have.
  const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: 1, bsize: Number.POSITIVE_INFINITY }));
  if (bavail * bsize < bytes) throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
}

export interface FolderTools {
  readonly maker: FolderMaker;
  readonly notes: TemporaryFiles;
}

/**
 * What it amounts to that results of `job` cannot be written to `folder`: to the whole output folder, or only there or under
 * this name. Null for what is no disk's fault.
 * @param bytes room the results need
 */
export async function outcomeOfTrouble(
  job: OutputFolder,
  { folder, bytes, error }: { readonly folder: string; readonly bytes: number; readonly error: unknown },
  tools: FolderTools,
): Promise<Outcome | null> {
  const trouble = diskTrouble(error, `the folder “${folder}”`);
  if (trouble === null) return null;
  // One that hangs is not asked again at once: each question would keep a thread.
  const whole =
    trouble.code === 'ETIMEDOUT' ? folderTrouble(error, job.outputFolder) : await troubleWith(job, bytes, tools);
  if (whole === null) return { kind: 'retry', error: trouble };
  const { batchId, outputFolder } = job;
  return { kind: 'closed', closed: { folder: outputFolder, batchId, bytes, error: whole } };
}

/** What is wrong with an output folder as a whole; null where it takes results of `bytes`. */
export async function troubleWith(
  { batchId, outputFolder }: OutputFolder,
  bytes: number,
  { maker, notes }: FolderTools,
): Promise<JobError | null> {
  try {
    await answersWithin(maker.ready({ batchId, outputFolder }).then((folder) => tryToWrite(folder, bytes, notes)));
    return null;
  } catch (error) {
    const trouble = folderTrouble(error, outputFolder);
    if (trouble === null) throw error;
    return trouble;
  }
}

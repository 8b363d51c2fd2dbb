/** The folder a job's results go to: made, looked at, and told apart from one that is away. */
import { readdir, stat, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { JobError } from '../../../contract/jobs/job.ts';
import { outputsOf } from '../../../contract/recipes/recipe.ts';
import { nameOnSystem, pathInside, splitPath } from '../../files/contained-path.ts';
import { makeUserFolder } from '../../files/private-files.ts';
import { withTimeout } from '../../files/with-timeout.ts';
import type { Job, Store } from '../../store/index.ts';
import { diskJobError, folderJobError, type Outcome } from '../stage-outcome.ts';
import { removeTemporary, type TemporaryFiles, writeTemporary } from './temporary-file.ts';

/** The folder that the files of an output go to or below; a further output without one of its own shares that of the job. */
export function outputRoot({ outputFolder, recipe }: Pick<Job, 'outputFolder' | 'recipe'>, output = 0): string {
  return output === 0 ? outputFolder : (outputsOf(recipe)[output]?.folder ?? outputFolder);
}

/** All of them, each once. */
export function outputRoots(job: Pick<Job, 'outputFolder' | 'recipe'>): string[] {
  return [...new Set(outputsOf(job.recipe).map((_, output) => outputRoot(job, output)))];
}

/**
 * Returns the folder of a job's results, absolute: that of the product list if it names one, else with the source's subfolders if the
 * recipe mirrors them. It is never outside the output folder.
 * @param output number of the output, 0 for the first
 */
export function targetFolder(job: Pick<Job, 'outputFolder' | 'relativeFolder' | 'recipe'>, output = 0): string {
  const top = resolve(outputRoot(job, output));
  const listed = job.recipe.product?.folder ?? '';
  if (listed === '' && outputsOf(job.recipe)[output]?.mirror === false) return top;
  const names = listed === '' ? splitPath(job.relativeFolder, 'system') : splitPath(listed, 'typed');
  return pathInside(top, ...names.map((name) => nameOnSystem(name)));
}

type OutputDisks = Pick<Store['outputDisks'], 'of' | 'newest' | 'note'>;

/** An output folder, as one of its jobs knows it. */
export type OutputFolder = Pick<Job, 'batchId' | 'outputFolder'>;

/** Makes output folders, but does not make one up in the place of a disk that is away. */
export interface FolderMaker {
  /**
   * Its path, once it is there: made where it is not there yet.
   * @throws the file system's error; ENOENT or ENODEV where it was there for this batch, and its disk is away
   */
  ready(folder: OutputFolder): Promise<string>;
}

/** A folder that may be replaced by another of its name. */
interface Identity {
  readonly dev: bigint;
  readonly ino: bigint;
}

/** @param disks what is remembered of output folders from one start to the next */
export function createFolderMaker(disks: OutputDisks): FolderMaker {
  /** The folder that the output folder is in, for each batch. Not kept: a disk may come back under another number. */
  const parents = new Map<string, Identity>();

  async function makeTop(batchId: number, top: string): Promise<void> {
    const key = `${batchId} ${top}`;
    const disk = disks.of(batchId, top);
    if (disk === null) await makeForNewBatch(top);
    else await makeAgain(top, disk.mount, parents.get(key) ?? null);
    if (disk !== null && parents.has(key)) return;
    const parent = await stat(dirname(top), { bigint: true });
    if (disk === null) disks.note(batchId, top, { mount: await mountOf(top) });
    parents.set(key, parent);
  }

  async function makeForNewBatch(top: string): Promise<void> {
    const mount = disks.newest(top)?.mount ?? null;
    // Something may be kept there by now that is on no disk of its own; an empty folder only waits for its disk.
    if (mount !== null && !(await isMount(mount)) && (await isEmpty(mount))) throw createUnavailableError('ENODEV');
    if (!(await isThere(top))) await makeUserFolder(top);
  }

  return {
    async ready({ batchId, outputFolder }) {
      const top = resolve(outputFolder);
      await makeTop(batchId, top);
      return top;
    },
  };
}

/** For a batch that has written there. @param parent null where this process has not been there yet */
async function makeAgain(top: string, mount: string | null, parent: Identity | null): Promise<void> {
  // A mount point without its disk is an empty folder like any other.
  if (mount !== null && !(await isMount(mount))) throw createUnavailableError('ENODEV');
  if (await isThere(top)) return;
  const { dev, ino } = await stat(dirname(top), { bigint: true });
  if (parent !== null && (dev !== parent.dev || ino !== parent.ino)) throw createUnavailableError('ENOENT');
  // Only the folder itself was removed.
  await makeUserFolder(top);
}

const createUnavailableError = (code: string) => Object.assign(new Error('The folder is away.'), { code });

/** @throws ENOTDIR where something else is */
async function isThere(top: string): Promise<boolean> {
  const entry = await stat(top).catch(orNull);
  if (entry?.isDirectory() === false) throw Object.assign(new Error('no folder'), { code: 'ENOTDIR' });
  return entry !== null;
}

/** Where the disk is mounted that the folder is on; null for the system's own. */
async function mountOf(folder: string): Promise<string | null> {
  for (let current = folder; current !== dirname(current); current = dirname(current))
    if (await isMount(current)) return current;
  return null;
}

async function isMount(folder: string): Promise<boolean> {
  const [own, parent] = await Promise.all([stat(folder).catch(orNull), stat(dirname(folder)).catch(orNull)]);
  return own !== null && own.dev !== parent?.dev;
}

async function isEmpty(folder: string): Promise<boolean> {
  return ((await readdir(folder).catch(orNull)) ?? []).length === 0;
}

function orNull(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/**
 * Writes a file into a folder that is there and takes it away again.
 * @param bytes room that must be there
 * @throws the file system's error; ENOSPC where there is not enough room
 */
async function tryToWrite(folder: string, bytes: number, notes: TemporaryFiles): Promise<void> {
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
export async function folderTroubleOutcome(
  job: OutputFolder,
  { folder, bytes, error }: { readonly folder: string; readonly bytes: number; readonly error: unknown },
  context: FolderTools,
): Promise<Outcome | null> {
  const diskError = diskJobError(error, folder);
  if (diskError === null) return null;
  // One that hangs is not asked again at once: each question would keep a thread.
  const rootError =
    diskError.code === 'ETIMEDOUT'
      ? folderJobError(error, job.outputFolder)
      : await outputFolderTrouble(job, bytes, context);
  if (rootError === null) return { kind: 'retry', error: diskError };
  const { batchId, outputFolder } = job;
  return { kind: 'closed', closed: { folder: outputFolder, batchId, bytes, error: rootError } };
}

/** What is wrong with an output folder as a whole; null where it takes results of `bytes`. */
export async function outputFolderTrouble(
  { batchId, outputFolder }: OutputFolder,
  bytes: number,
  { maker, notes }: FolderTools,
): Promise<JobError | null> {
  try {
    await withTimeout(maker.ready({ batchId, outputFolder }).then((folder) => tryToWrite(folder, bytes, notes)));
    return null;
  } catch (error) {
    const folderError = folderJobError(error, outputFolder);
    if (folderError === null) throw error;
    return folderError;
  }
}

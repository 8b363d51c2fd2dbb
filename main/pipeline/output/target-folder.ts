/** Makes and checks output folders, but not in place of an unavailable disk. */
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

/** An additional output without its own folder shares the job's. */
export function outputRoot({ outputFolder, recipe }: Pick<Job, 'outputFolder' | 'recipe'>, output = 0): string {
  return output === 0 ? outputFolder : (outputsOf(recipe)[output]?.folder ?? outputFolder);
}

/** At or below the output folder. The product list has precedence over the source's subfolders. */
export function targetFolder(job: Pick<Job, 'outputFolder' | 'relativeFolder' | 'recipe'>, output = 0): string {
  const top = resolve(outputRoot(job, output));
  const listed = job.recipe.product?.folder ?? '';
  if (listed === '' && outputsOf(job.recipe)[output]?.mirror === false) return top;
  const names = listed === '' ? splitPath(job.relativeFolder, 'system') : splitPath(listed, 'typed');
  return pathInside(top, ...names.map((name) => nameOnSystem(name)));
}

type OutputDisks = Pick<Store['outputDisks'], 'of' | 'newest' | 'note'>;

export type OutputFolder = Pick<Job, 'batchId' | 'outputFolder'>;

export interface FolderMaker {
  /**
   * Makes the folder if it is missing.
   * @throws the file system's error; ENOENT or ENODEV if the batch has used it and its disk is unavailable
   */
  ready(folder: OutputFolder): Promise<string>;
}

interface Identity {
  readonly dev: bigint;
  readonly ino: bigint;
}

export function createFolderMaker(disks: OutputDisks): FolderMaker {
  /** By batch. Not stored, because a disk may return under another device number. */
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
    // An empty folder is a mount point without its disk.
    if (mount !== null && !(await isMount(mount)) && (await isEmpty(mount))) throw createUnavailableError('ENODEV');
    if (!(await isFolderPresent(top))) await makeUserFolder(top);
  }

  return {
    async ready({ batchId, outputFolder }) {
      const top = resolve(outputFolder);
      await makeTop(batchId, top);
      return top;
    },
  };
}

/** @param parent null if this process has not seen it */
async function makeAgain(top: string, mount: string | null, parent: Identity | null): Promise<void> {
  if (mount !== null && !(await isMount(mount))) throw createUnavailableError('ENODEV');
  if (await isFolderPresent(top)) return;
  const { dev, ino } = await stat(dirname(top), { bigint: true });
  if (parent !== null && (dev !== parent.dev || ino !== parent.ino)) throw createUnavailableError('ENOENT');
  // The parent is the same, so only the folder was removed.
  await makeUserFolder(top);
}

const createUnavailableError = (code: string) => Object.assign(new Error('The folder is away.'), { code });

/** @throws ENOTDIR if a file has its name */
async function isFolderPresent(top: string): Promise<boolean> {
  const entry = await stat(top).catch(orNull);
  if (entry?.isDirectory() === false) throw Object.assign(new Error('no folder'), { code: 'ENOTDIR' });
  return entry !== null;
}

/** Returns the mount point of its disk; null for the system's. */
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
 * @param bytes space that must be free
 * @throws the file system's error
 */
async function tryToWrite(folder: string, bytes: number, notes: TemporaryFiles): Promise<void> {
  await removeTemporary(await writeTemporary(folder, notes, async () => undefined), notes);
  // Some network folders do not report their free space.
  const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: 1, bsize: Number.POSITIVE_INFINITY }));
  if (bavail * bsize < bytes) throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
}

export interface FolderContext {
  readonly maker: FolderMaker;
  readonly notes: TemporaryFiles;
}

/** Closes the output folder if it fails as a whole, else retries the job. Returns null for errors of other kinds. */
export async function folderTroubleOutcome(
  job: OutputFolder,
  { folder, bytes, error }: { readonly folder: string; readonly bytes: number; readonly error: unknown },
  context: FolderContext,
): Promise<Outcome | null> {
  const diskError = diskJobError(error, folder);
  if (diskError === null) return null;
  // Each check of a hanging folder blocks a thread.
  const rootError =
    diskError.code === 'ETIMEDOUT'
      ? folderJobError(error, job.outputFolder)
      : await outputFolderTrouble(job, bytes, context);
  if (rootError === null) return { kind: 'retry', error: diskError };
  const { batchId, outputFolder } = job;
  return { kind: 'closed', closed: { folder: outputFolder, batchId, bytes, error: rootError } };
}

/** Returns null if the folder takes results of `bytes`. */
export async function outputFolderTrouble(
  { batchId, outputFolder }: OutputFolder,
  bytes: number,
  { maker, notes }: FolderContext,
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

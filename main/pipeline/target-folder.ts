/** The folder a job's results go to, and whether it can take them. */
import { statfs } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import type { JobError } from '../../preload/contract/job.ts';
import type { Job } from '../store/index.ts';
import { makeUserFolder } from '../store/private-files.ts';
import { diskTrouble } from './outcome.ts';
import { removeTemporary, type TemporaryFiles, writeTemporary } from './temporary-file.ts';

/** Absolute; with the source's subfolders where the recipe mirrors them. Never outside the output folder. */
export function targetFolder(job: Pick<Job, 'outputFolder' | 'relativeFolder' | 'recipe'>): string {
  const top = resolve(job.outputFolder);
  if (!job.recipe.output.mirror) return top;
  const below = resolve(join(top, job.relativeFolder));
  return below === top || below.startsWith(top.endsWith(sep) ? top : top + sep) ? below : top;
}

/**
 * Makes the folder and writes a file there and takes it away again: asked before anything is sent, so that nothing is
 * paid for that cannot be kept. `bytes`: room that must be there.
 */
export async function troubleWith(folder: string, bytes: number, notes: TemporaryFiles): Promise<JobError | null> {
  try {
    await makeUserFolder(folder);
    await removeTemporary(await writeTemporary(folder, notes, async () => undefined), notes);
    // Some network folders do not say how much room they have.
    const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: 1, bsize: Number.POSITIVE_INFINITY }));
    if (bavail * bsize >= bytes) return null;
    throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
  } catch (error) {
    const trouble = diskTrouble(error, `the folder “${folder}”`);
    if (trouble === null) throw error;
    return trouble;
  }
}

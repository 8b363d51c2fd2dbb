/** The folder a job works in: what lies in it, and when it goes. */
import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Job } from '../../store/index.ts';

export interface WorkFolder {
  readonly path: string;
  /** The photograph as it was when work on it began, under its own name (which sentences quote). */
  readonly source: string;
  /** The same while it is copied; its name does not grow with the photograph's, which may be as long as names can be. */
  readonly part: string;
  /** The image a step begins with: the photograph, or the full-size result of the step before. */
  stepInput(step: number): string;
  /** The `index`-th result of step `step` as the service made it. */
  result(step: number, index: number): string;
  /** Folder for whatever else is made on the way; may be emptied at any time. */
  readonly scratch: string;
}

/** The folder of one job below `root`; nothing is created. */
export function workFolder(root: string, job: Pick<Job, 'id' | 'sourcePath'>): WorkFolder {
  const path = join(root, String(job.id));
  const name = basename(job.sourcePath);
  return {
    path,
    source: join(path, 'source', name),
    part: join(path, 'source.part'),
    stepInput: (step) => join(path, step === 0 ? 'source' : `step-${step}`, name),
    result: (step, index) => join(path, `result-${step}-${index}`),
    scratch: join(path, 'scratch'),
  };
}

export async function makeWorkFolder(folder: WorkFolder): Promise<void> {
  await mkdir(join(folder.path, 'source'), { recursive: true });
  await mkdir(folder.scratch, { recursive: true });
}

/** Removes what a service had made of a step: that is sent anew. */
export async function clearResults({ path }: WorkFolder, step: number): Promise<void> {
  for (const name of await readdir(path).catch(() => [])) {
    if (name.startsWith(`result-${step}-`)) await rm(join(path, name), { recursive: true, force: true });
  }
}

/** Removes a job's folder; a file that will not go is left to `sweep`. */
export async function removeWorkFolder(root: string, jobId: number): Promise<void> {
  await rm(join(root, String(jobId)), { recursive: true, force: true, maxRetries: 2 }).catch(() => undefined);
}

/** Removes the folders of jobs that `isNeeded` does not want. */
export async function sweep(root: string, isNeeded: (jobId: number) => boolean): Promise<void> {
  for (const name of await readdir(root).catch(() => [])) {
    if (/^\d+$/.test(name) && !isNeeded(Number(name))) await removeWorkFolder(root, Number(name));
  }
}

/**
 * The folder a job works in: what lies in it, and when it goes. It is on the disk of the database, which is asked at once as well: for
 * a name or two, handing the question to another thread takes longer than the answer.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, readdir, rm, rmdir, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { syncContent, syncFolder } from '../../../files/atomic-write.ts';
import type { Job } from '../../../store/index.ts';

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
  for (const each of [join(folder.path, 'source'), folder.scratch])
    if (!existsSync(each)) await mkdir(each, { recursive: true });
}

/** Makes files that lie directly in it durable, with all names that lead to them. @throws the file system's error */
export async function syncWorkFiles({ path }: Pick<WorkFolder, 'path'>, files: readonly string[]): Promise<void> {
  await Promise.all([...files.map(syncContent), syncFolder(path), syncFolder(dirname(path))]);
}

/** A small file of it that may not be there; null then. */
export function readOptionalFile(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

/** Removes a file of it that may not be there. */
export function removeIfPresent(path: string): void {
  rmSync(path, { force: true });
}

/** Removes what a service had made of a step: that is sent anew. */
export function clearResults({ path }: WorkFolder, step: number): void {
  for (const name of readdirSync(path)) {
    if (name.startsWith(`result-${step}-`)) rmSync(join(path, name), { recursive: true, force: true });
  }
}

/** Removes a job's folder; a file that will not go is left to `sweepUnneeded`. */
export async function removeWorkFolder(root: string, jobId: number): Promise<void> {
  await removeTree(join(root, String(jobId))).catch(() => undefined);
}

/** Asks once for each folder and nothing of the files in it, unlike `rm`, which many jobs in a row would wait for. */
async function removeTree(path: string): Promise<void> {
  const entries = await readdir(path, { withFileTypes: true });
  await Promise.all(
    entries.map((entry) => {
      const inside = join(path, entry.name);
      return entry.isDirectory() ? removeTree(inside) : unlink(inside);
    }),
  );
  await rmdir(path);
}

/** Removes the folders of jobs that `isNeeded` does not want, of which there may be many. */
export async function sweepUnneeded(root: string, isNeeded: (jobId: number) => boolean): Promise<void> {
  for (const name of await readdir(root).catch(() => [])) {
    if (!/^\d+$/.test(name) || isNeeded(Number(name))) continue;
    await rm(join(root, name), { recursive: true, force: true, maxRetries: 2 }).catch(() => undefined);
  }
}

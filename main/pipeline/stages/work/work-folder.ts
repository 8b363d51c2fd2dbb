/**
 * Work folder of a job: its paths, creation and removal. It is on the disk of the database, so small lookups are synchronous:
 * another thread would take longer.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, readdir, rm, rmdir, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { syncContent, syncFolder } from '../../../files/atomic-write.ts';
import type { Job } from '../../../store/index.ts';

export interface WorkFolder {
  readonly path: string;
  /** Copy of the photograph when work began, under its own name, which messages quote. */
  readonly source: string;
  /** Path of the copy until it is complete. It is short because the photograph's name may have the maximum length. */
  readonly part: string;
  /** Input image of a step: the photograph, or the full-size result of the step before. */
  stepInput(step: number): string;
  /** A result of a step as the service made it. */
  result(step: number, index: number): string;
  /** Folder for all other files; may be emptied at any time. */
  readonly scratch: string;
}

/** Returns the paths of a job's folder below `root`; creates nothing. */
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

/** Syncs files directly in the work folder, and the folders that hold their names. @throws the file system's error */
export async function syncWorkFiles({ path }: Pick<WorkFolder, 'path'>, files: readonly string[]): Promise<void> {
  await Promise.all([...files.map(syncContent), syncFolder(path), syncFolder(dirname(path))]);
}

/** Returns the text of a small file, or null if it is missing. */
export function readOptionalFile(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

export function removeIfPresent(path: string): void {
  rmSync(path, { force: true });
}

/** Removes the service's results of a step that is sent again. */
export function clearResults({ path }: WorkFolder, step: number): void {
  for (const name of readdirSync(path)) {
    if (name.startsWith(`result-${step}-`)) rmSync(join(path, name), { recursive: true, force: true });
  }
}

/** Removes a job's folder. `sweepUnneeded` retries if a file cannot be removed. */
export async function removeWorkFolder(root: string, jobId: number): Promise<void> {
  await removeTree(join(root, String(jobId))).catch(() => undefined);
}

/** Removes a folder with one lookup for each subfolder. `rm` looks up every file, which delays many jobs in a row. */
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

/** Removes the folders of all jobs that do not need one. */
export async function sweepUnneeded(root: string, isNeeded: (jobId: number) => boolean): Promise<void> {
  for (const name of await readdir(root).catch(() => [])) {
    if (!/^\d+$/.test(name) || isNeeded(Number(name))) continue;
    await rm(join(root, name), { recursive: true, force: true, maxRetries: 2 }).catch(() => undefined);
  }
}

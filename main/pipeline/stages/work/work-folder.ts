/** Work folder of a job, on the database's disk. Small lookups are synchronous, because threads would take longer. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, readdir, rm, rmdir, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { syncContent, syncFolder } from '../../../files/atomic-write.ts';
import type { Job } from '../../../store/index.ts';

export interface WorkFolder {
  readonly path: string;
  /** Under the photograph's own name, which messages quote. */
  readonly source: string;
  /** A short name for the incomplete copy, because the photograph's may have the maximum length. */
  readonly part: string;
  /** The photograph, or the full-size result of the step before. */
  stepInput(step: number): string;
  /** As the service made it. */
  result(step: number, index: number): string;
  /** May be emptied at any time. */
  readonly scratch: string;
}

/** Returns the paths; creates nothing. */
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

/** Syncs files, and the folders with their names. @throws the file system's error */
export async function syncWorkFiles({ path }: Pick<WorkFolder, 'path'>, files: readonly string[]): Promise<void> {
  await Promise.all([...files.map(syncContent), syncFolder(path), syncFolder(dirname(path))]);
}

/** Returns null if the file is missing. */
export function readOptionalFile(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

export function removeIfPresent(path: string): void {
  rmSync(path, { force: true });
}

/** Removes results of a step that is sent again. */
export function clearResults({ path }: WorkFolder, step: number): void {
  for (const name of readdirSync(path)) {
    if (name.startsWith(`result-${step}-`)) rmSync(join(path, name), { recursive: true, force: true });
  }
}

/** `sweepUnneeded` retries if a file cannot be removed. */
export async function removeWorkFolder(root: string, jobId: number): Promise<void> {
  await removeTree(join(root, String(jobId))).catch(() => undefined);
}

/** Looks up folders only. `rm` looks up every file, which delays many jobs in a row. */
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

export async function sweepUnneeded(root: string, isNeeded: (jobId: number) => boolean): Promise<void> {
  for (const name of await readdir(root).catch(() => [])) {
    if (!/^\d+$/.test(name) || isNeeded(Number(name))) continue;
    await rm(join(root, name), { recursive: true, force: true, maxRetries: 2 }).catch(() => undefined);
  }
}

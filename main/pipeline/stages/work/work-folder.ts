/** Work folder of a job, on the database's disk. Small lookups are synchronous, because threads would take longer. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, readdir, rename, rm, rmdir, unlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import QuickLRU from 'quick-lru';
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
  /** For temporary files under random names. */
  readonly scratch: string;
}

/** Content of a folder made by this process. */
interface KnownContent {
  /** Paths of files that are not temporary. */
  readonly files: Set<string>;
  /** Small texts by name. */
  readonly notes: Map<string, string>;
}

const known = new QuickLRU<string, KnownContent>({ maxSize: 1000 });

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
    scratch: path,
  };
}

/** Makes the folder if it is missing. Returns whether it is new. */
export async function makeWorkFolder({ path, source }: WorkFolder): Promise<boolean> {
  const isNew = await mkdir(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      if (error.code === 'ENOENT') return mkdir(path, { recursive: true }).then(() => true);
      throw error;
    },
  );
  if (isNew) known.set(path, { files: new Set(), notes: new Map() });
  if (isNew || !existsSync(dirname(source))) await mkdir(dirname(source), { recursive: true });
  return isNew;
}

/** Gives a complete file its name in the folder. */
export async function moveIntoFolder({ path }: Pick<WorkFolder, 'path'>, from: string, to: string): Promise<void> {
  await rename(from, to);
  known.get(path)?.files.add(to);
}

/** Makes the names in the folder durable. */
export async function syncWorkFolder({ path }: Pick<WorkFolder, 'path'>): Promise<void> {
  await Promise.all([syncFolder(path), syncFolder(dirname(path))]);
}

/** Returns null if the note is missing. */
export function readNote({ path }: Pick<WorkFolder, 'path'>, name: string): string | null {
  const notes = known.get(path)?.notes;
  if (notes !== undefined) return notes.get(name) ?? null;
  const file = join(path, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** Replaces a note atomically. */
export async function writeNote({ path }: Pick<WorkFolder, 'path'>, name: string, text: string): Promise<void> {
  const part = join(path, `${name}.part`);
  await writeFile(part, text, { mode: 0o600 });
  await syncContent(part);
  await rename(part, join(path, name));
  await syncFolder(path);
  known.get(path)?.notes.set(name, text);
}

export function removeNote({ path }: Pick<WorkFolder, 'path'>, name: string): void {
  const notes = known.get(path)?.notes;
  if (notes !== undefined && !notes.delete(name)) return;
  rmSync(join(path, name), { force: true });
}

/** Removes results of a step that is sent again. */
export function clearResults({ path }: WorkFolder, step: number): void {
  for (const name of readdirSync(path)) {
    if (name.startsWith(`result-${step}-`)) rmSync(join(path, name), { recursive: true, force: true });
  }
}

/** `sweepUnneeded` retries if a file cannot be removed. */
export async function removeWorkFolder(root: string, jobId: number): Promise<void> {
  const path = join(root, String(jobId));
  const content = known.get(path);
  known.delete(path);
  const isRemoved = content !== undefined && (await removeKnown(path, content).catch(() => false));
  if (!isRemoved) await removeTree(path).catch(() => undefined);
}

/** Removes the folder without looking. @throws if it has other files */
async function removeKnown(path: string, { files }: KnownContent): Promise<boolean> {
  await Promise.all([...files].map((file) => unlink(file)));
  await rmdir(join(path, 'source'));
  await rmdir(path);
  return true;
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
  // Another process may have had the queue.
  known.clear();
  for (const name of await readdir(root).catch(() => [])) {
    if (!/^\d+$/.test(name) || isNeeded(Number(name))) continue;
    await rm(join(root, name), { recursive: true, force: true, maxRetries: 2 }).catch(() => undefined);
  }
}

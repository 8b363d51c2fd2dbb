/** Copies of the database beside it: one a day and one before each migration, the newest three of them, each checked before it counts. */
import { chmodSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { syncFile } from '../../files/atomic-write.ts';
import { removeMarker } from './wal-marker.ts';
import type { DatabaseWorker } from './worker/database-worker.ts';

/** How many are kept. */
const kept = 3;
const hourMs = 60 * 60 * 1000;
export const dayMs = 24 * hourMs;

/** What the database is called in a data folder. */
export const databaseName = 'burnish.db';

export interface Backup {
  /** Absolute. */
  readonly file: string;
  /** ms since 1970. */
  readonly createdAt: number;
}

/** Copies of the database `file`, newest first. */
export function listBackups(file: string): Backup[] {
  const pattern = /-copy-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/;
  return listSiblings(file, '-copy-')
    .flatMap((path) => {
      const [, day, hour, minute, second, ms] = pattern.exec(path) ?? [];
      return day === undefined
        ? []
        : [{ file: path, createdAt: Date.parse(`${day}T${hour}:${minute}:${second}.${ms}Z`) }];
    })
    .sort((a, b) => b.createdAt - a.createdAt);
}

/**
 * True when the newest copy is a day old, or of a time to come, since the clock was set back; and when the database is more
 * than twice what it was then, as after the first photographs of all.
 */
export function isBackupDue(file: string, now: number): boolean {
  const [newest] = listBackups(file);
  if (newest === undefined || now - newest.createdAt >= dayMs || newest.createdAt > now) return true;
  return statSync(file).size > 2 * statSync(newest.file).size;
}

/**
 * Copies the open database beside everything else. What is damaged is no copy: then the earlier ones stay, and this
 * throws; it also throws the signal's reason.
 * @returns the copy's path
 */
export async function backUpDatabase(
  db: Database.Database,
  worker: Pick<DatabaseWorker, 'copy' | 'findDamage'>,
  now: number,
  signal?: AbortSignal,
): Promise<string> {
  clearUnfinished(db.name);
  const unfinished = `${db.name}-copy-new-${process.pid}`;
  try {
    signal?.throwIfAborted();
    await worker.copy(db.name, unfinished);
    const damage = await worker.findDamage(unfinished, signal);
    if (damage !== null) throw new Error(`The database is damaged, so it was not copied: ${damage}`);
    return finish(db.name, unfinished, now);
  } finally {
    for (const end of ['', '-journal', '-wal', '-shm']) rmSync(unfinished + end, { force: true });
  }
}

/** The same at once, for a database that is about to be migrated. */
export function backUpDatabaseSync(db: Database.Database, now: number): string {
  const unfinished = `${db.name}-copy-new-${process.pid}`;
  rmSync(unfinished, { force: true });
  db.prepare('VACUUM INTO ?').run(unfinished);
  syncFile(unfinished);
  return finish(db.name, unfinished, now);
}

/** Removes what an end in the middle of copying left, once nobody can be at work on it any more. */
function clearUnfinished(file: string): void {
  for (const path of listSiblings(file, '-copy-new-')) {
    if (Date.now() - statSync(path).mtimeMs > hourMs) rmSync(path, { force: true });
  }
}

/** It counts once it has its name; then the oldest goes. */
function finish(file: string, unfinished: string, now: number): string {
  chmodSync(unfinished, 0o600);
  const path = `${file}-copy-${new Date(now).toISOString().replace(/[:.]/g, '-')}`;
  renameSync(unfinished, path);
  for (const old of listBackups(file)
    .filter((copy) => copy.file !== path)
    .slice(kept - 1))
    rmSync(old.file, { force: true });
  return path;
}

function listSiblings(file: string, part: string): string[] {
  const start = `${basename(file)}${part}`;
  return readdirSync(dirname(file))
    .filter((name) => name.startsWith(start))
    .map((name) => join(dirname(file), name));
}

/**
 * Copies the database of a data folder into an empty one, to try something out in. Nothing where there is none yet.
 * @throws as SQLite does where it cannot be read
 */
export async function copyForDryRun(fromFolder: string, toFolder: string): Promise<void> {
  const file = join(fromFolder, databaseName);
  if (!existsSync(file)) return;
  const copy = join(toFolder, databaseName);
  const db = new Database(file, { readonly: true });
  await db.backup(copy).finally(() => db.close());
  // It is the mark of a log that stays behind.
  const copied = new Database(copy);
  removeMarker(copied);
  // Unfinished files belong to the processes of the data folder itself.
  const hasTable = copied.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'unfinished_files'").get() !== undefined;
  if (hasTable) copied.exec('DELETE FROM unfinished_files');
  copied.close();
}

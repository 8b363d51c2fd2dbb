/** Backups next to the database: one a day and one before each migration. */
import { chmodSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { syncFile } from '../../files/atomic-write.ts';
import { removeMarker } from './wal-marker.ts';
import type { DatabaseWorker } from './worker/database-worker.ts';

const maxBackups = 3;
const hourMs = 60 * 60 * 1000;
export const dayMs = 24 * hourMs;

export const databaseName = 'burnish.db';

interface Backup {
  readonly file: string;
  /** ms since 1970. */
  readonly createdAt: number;
}

/** Newest first. */
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

/** Whether the newest backup is a day old, from the future, or less than half as large. */
export function isBackupDue(file: string, now: number): boolean {
  const [newest] = listBackups(file);
  if (newest === undefined || now - newest.createdAt >= dayMs || newest.createdAt > now) return true;
  return statSync(file).size > 2 * statSync(newest.file).size;
}

/**
 * Returns the backup's path.
 * @throws Error if the database is damaged, so that old backups stay; the signal's reason
 */
export async function backUpDatabase(
  db: Database.Database,
  worker: Pick<DatabaseWorker, 'copy' | 'findDamage'>,
  now: number,
  signal?: AbortSignal,
): Promise<string> {
  removeUnfinished(db.name);
  const unfinished = `${db.name}-copy-new-${process.pid}`;
  try {
    signal?.throwIfAborted();
    await worker.copy(db.name, unfinished);
    const damage = await worker.findDamage(unfinished, signal);
    if (damage !== null) throw new Error(`The database is damaged, so it was not copied: ${damage}`);
    return finishBackup(db.name, unfinished, now);
  } finally {
    for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(unfinished + suffix, { force: true });
  }
}

export function backUpDatabaseSync(db: Database.Database, now: number): string {
  const unfinished = `${db.name}-copy-new-${process.pid}`;
  rmSync(unfinished, { force: true });
  db.prepare('VACUUM INTO ?').run(unfinished);
  syncFile(unfinished);
  return finishBackup(db.name, unfinished, now);
}

/** Removes partial backups of crashed processes. */
function removeUnfinished(file: string): void {
  for (const path of listSiblings(file, '-copy-new-')) {
    if (Date.now() - statSync(path).mtimeMs > hourMs) rmSync(path, { force: true });
  }
}

function finishBackup(file: string, unfinished: string, now: number): string {
  chmodSync(unfinished, 0o600);
  const path = `${file}-copy-${new Date(now).toISOString().replace(/[:.]/g, '-')}`;
  renameSync(unfinished, path);
  const older = listBackups(file).filter((backup) => backup.file !== path);
  for (const old of older.slice(maxBackups - 1)) rmSync(old.file, { force: true });
  return path;
}

function listSiblings(file: string, infix: string): string[] {
  const start = `${basename(file)}${infix}`;
  return readdirSync(dirname(file))
    .filter((name) => name.startsWith(start))
    .map((name) => join(dirname(file), name));
}

/** Copies the database of a data folder, if any, to an empty folder. */
export async function copyForDryRun(fromFolder: string, toFolder: string): Promise<void> {
  const file = join(fromFolder, databaseName);
  if (!existsSync(file)) return;
  const copy = join(toFolder, databaseName);
  const db = new Database(file, { readonly: true });
  await db.backup(copy).finally(() => db.close());
  const copiedDb = new Database(copy);
  // The marker belongs to the WAL, which is not copied.
  removeMarker(copiedDb);
  // They belong to processes of the original folder.
  const hasTable = copiedDb.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'unfinished_files'").get() !== undefined;
  if (hasTable) copiedDb.exec('DELETE FROM unfinished_files');
  copiedDb.close();
}

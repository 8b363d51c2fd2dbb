import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { type Message, msg, UserFacingError } from '../../../contract/messages/message.ts';
import { findCorruption } from '../repair/integrity-check.ts';
import { readWal } from '../repair/read-wal.ts';
import { listWorkFolders } from '../repair/work-folders.ts';
import { DatabaseTooNew } from '../store-errors.ts';
import { listBackups } from './backups.ts';
import { type Migrations, versionOf } from './migrate.ts';
import { hasMarker, isWalMissing } from './wal-marker.ts';

/** Damage that SQLite does not report. */
class CorruptDatabase extends UserFacingError {
  override name = 'CorruptDatabase';
}

/** The file does not show which commits are missing. */
export class LostCommits extends CorruptDatabase {
  override name = 'LostCommits';
}

export function isDamage(error: unknown): boolean {
  if (error instanceof Database.SqliteError) return /^SQLITE_(CORRUPT|NOTADB)/.test(error.code);
  return error instanceof CorruptDatabase;
}

/** The checks of a larger database can be deferred, and omit its indexes. */
const maxFullCheckBytes = 64 * 1024 * 1024;
const isLarge = (file: string) => existsSync(file) && statSync(file).size > maxFullCheckBytes;

/** Whether a large database was closed in order, without a WAL. */
export function canDeferChecks(file: string): boolean {
  return isLarge(file) && (!existsSync(`${file}-wal`) || statSync(`${file}-wal`).size === 0);
}

const repairMarkFile = (file: string) => `${file}-suspect`;

export function markForRepair(file: string): void {
  writeFileSync(repairMarkFile(file), '', { mode: 0o600 });
}

export function removeRepairMark(file: string): void {
  rmSync(repairMarkFile(file), { force: true });
}

/** Call this before SQLite opens the file, and ignores damage in the WAL. @throws CorruptDatabase */
export function checkFiles(file: string): void {
  if (existsSync(repairMarkFile(file))) throw new CorruptDatabase(msg('store.unsound.unread'));
  const isEmpty = !existsSync(file) || statSync(file).size === 0;
  if (isEmpty && wasUsed(file)) throw new CorruptDatabase(msg('store.unsound.noFile'));
  if (readWal(file)?.hasLostCommits) throw new CorruptDatabase(msg('store.unsound.log'));
}

/** Work folders are made after the database, and so show that it was used. */
function wasUsed(file: string): boolean {
  return hasMarker(file) || listBackups(file).length > 0 || (existsSync(file) && listWorkFolders(file).length > 0);
}

/**
 * Reads a large database for seconds, unless `shouldDeferChecks`.
 * @throws CorruptDatabase, DatabaseTooNew, SqliteError
 */
export function checkDatabase(db: Database.Database, migrations: Migrations, shouldDeferChecks: boolean): void {
  try {
    checkSchema(db, migrations);
    const damage = shouldDeferChecks ? null : findDamage(db);
    if (damage !== null) throw new CorruptDatabase(damage);
  } catch (error) {
    // A damaged schema can make valid SQL fail.
    const isSqlError =
      error instanceof Database.SqliteError && /^SQLITE_(ERROR|TOOBIG|NOMEM|MISMATCH)$/.test(error.code);
    throw isSqlError ? new CorruptDatabase(error.message) : error;
  }
}

function checkSchema(db: Database.Database, migrations: Migrations): void {
  const version = versionOf(db);
  if (!migrations.hasSchema(db, version)) {
    // A high version with the current schema is a damaged number.
    if (version > migrations.latest && !migrations.hasSchema(db, migrations.latest)) throw new DatabaseTooNew(db.name);
    throw new CorruptDatabase(msg('store.unsound.tables'));
  }
  if (version > migrations.latest) throw new CorruptDatabase(msg('store.unsound.version'));
}

function findDamage(db: Database.Database): Message | null {
  const found = db.pragma(isLarge(db.name) ? 'quick_check(1)' : 'integrity_check(1)', { simple: true });
  return found === 'ok' ? findCorruption(db) : String(found);
}

/**
 * Detects missing commits. Only for a lone process, because queue owners renew the marker.
 * @throws CorruptDatabase, LostCommits
 */
export function checkCommits(db: Database.Database): void {
  if (versionOf(db) === 0 && wasUsed(db.name)) throw new CorruptDatabase(msg('store.unsound.empty'));
  if (isWalMissing(db) || isOlderThanFolders(db)) throw new LostCommits(msg('store.unsound.older'));
}

/** Whether a work folder has an id that no job has had. */
function isOlderThanFolders(db: Database.Database): boolean {
  const folders = listWorkFolders(db.name);
  if (versionOf(db) === 0 || folders.length === 0) return false;
  const lastId = db.prepare<[], number>(`SELECT seq FROM sqlite_sequence WHERE name = 'jobs'`).pluck().get() ?? 0;
  return folders.some(({ id }) => id > lastId);
}

/** Opens the SQLite file: checks it, has it repaired where it is damaged, brings it to the current version, sets what every connection needs. */
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { joinMessages, type Message, msg, toLogText, UserFacingError } from '../../../contract/messages/message.ts';
import { findCorruption } from '../repair/integrity-check.ts';
import { readWal } from '../repair/read-wal.ts';
import { listWorkFolders, type RepairTools, repairDatabase } from '../repair/repair-database.ts';
import type { RepairReport } from '../repair/repair-report.ts';
import { resumeSwap } from '../repair/swap-database.ts';
import { DatabaseDamaged, DatabaseTooNew } from '../store-errors.ts';
import { backUpDatabaseSync, listBackups } from './backups.ts';
import { addFunctions, knownMigrations, type Migrations, markFolders, migrationsIn, versionOf } from './migrate.ts';
import { acquireOpenLock } from './open-lock.ts';
import { lockExclusive } from './queue-lock.ts';
import { hasMarker, isWalMissing } from './wal-marker.ts';

export type { Database } from 'better-sqlite3';

export interface OpenOptions {
  /** Folder of NNN-name.sql files, run in order. */
  readonly migrations?: string;
  /** Fills a new database, in the transaction that makes its tables. */
  readonly fill?: (db: Database.Database) => void;
  /** ms since 1970. */
  readonly now?: () => number;
  /** How long a statement waits for another process, in ms: for so long everything else in this one stands still. */
  readonly busyMs?: number;
  /**
   * Leaves the long checks of a large database that was closed in order to `OpenedDatabase.isUnchecked`, for whoever has them done
   * beside the work (`Beside.findAllDamage`).
   */
  readonly checksLater?: boolean;
  /** Puts into words what people find beside a database that was repaired. */
  readonly toWords?: (message: Message) => string;
}

export interface OpenedDatabase {
  readonly db: Database.Database;
  readonly created: boolean;
  /** The long checks are still to be done. */
  readonly isUnchecked: boolean;
  /** What was saved, where the database was damaged. */
  readonly rescue: RepairReport | null;
}

/** Something about the file that SQLite does not call damaged, or does not see. */
class Unsound extends UserFacingError {
  override name = 'Unsound';
}

/** Commits that were there are gone, and nothing of the file itself shows which. */
class LogLost extends Unsound {
  override name = 'LogLost';
}

/** Databases up to this size (bytes) are checked with their indexes at each start. */
const quicklyChecked = 64 * 1024 * 1024;

/**
 * Opens `file`, making it when it is not there, and repairing it when it is damaged.
 * @throws DatabaseDamaged where another process has it open, or nothing helps; DatabaseTooNew
 */
export function openDatabase(file: string, options: OpenOptions = {}): OpenedDatabase {
  const { now = Date.now, fill = () => undefined, busyMs = 5000, toWords = toLogText, checksLater = false } = options;
  const migrations = options.migrations === undefined ? knownMigrations() : migrationsIn(options.migrations);
  mkdirSync(dirname(file), { recursive: true });
  const use = acquireOpenLock(file);
  try {
    if (use.isAlone) resumeSwap(file);
    let saved: RepairReport | null = null;
    let opened: Pick<OpenedDatabase, 'db' | 'created' | 'isUnchecked'>;
    const shouldDeferChecks = checksLater && use.isAlone && isLarge(file) && wasClosed(file);
    try {
      if (use.isAlone) checkFiles(file);
      opened = open(file, migrations, fill, now, busyMs, use.isAlone, shouldDeferChecks);
    } catch (error) {
      if (!isDamage(error)) throw error;
      saved = use.isAlone ? repair(file, error, migrations, { now, toWords }) : null;
      if (saved === null) throw new DatabaseDamaged(file, error);
      opened = open(file, migrations, fill, now, busyMs, true, false);
    }
    rmSync(suspicion(file), { force: true });
    use.share();
    const { db } = opened;
    const close = db.close.bind(db);
    db.close = () => {
      close();
      use.release();
      return db;
    };
    return { ...opened, rescue: saved };
  } catch (error) {
    use.release();
    throw error;
  }
}

/** What the files themselves say before SQLite passes over it. @throws Unsound */
function checkFiles(file: string): void {
  if (existsSync(suspicion(file))) throw new Unsound(msg('store.unsound.unread'));
  const isEmpty = !existsSync(file) || statSync(file).size === 0;
  if (isEmpty && wasUsed(file)) throw new Unsound(msg('store.unsound.noFile'));
  if (readWal(file)?.hasLost) throw new Unsound(msg('store.unsound.log'));
}

/** Work folders are made once a database is: an empty one beside them was not empty before. */
function wasUsed(file: string): boolean {
  return hasMarker(file) || listBackups(file).length > 0 || (existsSync(file) && listWorkFolders(file).length > 0);
}

/** There is a work folder of a job that came after its last one. */
function isOlderThanFolders(db: Database.Database): boolean {
  const folders = listWorkFolders(db.name);
  if (versionOf(db) === 0 || folders.length === 0) return false;
  const last = db.prepare<[], number>(`SELECT seq FROM sqlite_sequence WHERE name = 'jobs'`).pluck().get() ?? 0;
  return folders.some(({ id }) => id > last);
}

function open(
  file: string,
  migrations: Migrations,
  fill: (db: Database.Database) => void,
  now: () => number,
  busyMs: number,
  isAlone: boolean,
  shouldDeferChecks: boolean,
): Pick<OpenedDatabase, 'db' | 'created' | 'isUnchecked'> {
  const db = new Database(file, { timeout: busyMs });
  try {
    db.pragma('journal_mode = WAL');
    // A power cut must not lose what the user was told. The queue's own writes wait together: see `onDisk`.
    db.pragma('synchronous = FULL');
    // On macOS a sync otherwise stops at the cache of the disk, which may write in any order.
    db.pragma('fullfsync = ON');
    db.pragma('foreign_keys = ON');
    db.pragma('temp_store = MEMORY');
    // Whoever has the queue has the log copied beside the work; this many pages (4 KiB) only where nobody does.
    db.pragma('wal_autocheckpoint = 16384');
    // What was found in a photograph is gone from the file when it is forgotten.
    db.pragma('secure_delete = ON');
    addFunctions(db);
    checkDatabase(db, migrations, shouldDeferChecks);
    // Who has the queue changes the mark at any time.
    if (isAlone && versionOf(db) === 0 && wasUsed(file)) throw new Unsound(msg('store.unsound.empty'));
    if (isAlone && (isWalMissing(db) || isOlderThanFolders(db))) throw new LogLost(msg('store.unsound.older'));
    const created = versionOf(db) === 0 && migrations.make(db, fill);
    if (versionOf(db) < migrations.latest) backUpDatabaseSync(db, now());
    migrations.run(db);
    return { db, created, isUnchecked: shouldDeferChecks };
  } catch (error) {
    const { release } = isDamage(error) ? withoutCheckpoint(file) : { release: () => undefined };
    db.close();
    release();
    throw error;
  }
}

/** The last to close a database writes its log into it, but for one that may only read: what is damaged stays as it was found. */
function withoutCheckpoint(file: string): { release(): void } {
  try {
    const reader = new Database(file, { readonly: true });
    try {
      reader.pragma('schema_version');
    } catch {
      // It need not be able to read it.
    }
    return { release: () => void reader.close() };
  } catch {
    return { release: () => undefined };
  }
}

/** A damaged declaration may be read as anything: what cannot be asked of a sound database is no mistake of ours. */
function checkDatabase(db: Database.Database, migrations: Migrations, shouldDeferChecks: boolean): void {
  try {
    check(db, migrations);
    const damage = shouldDeferChecks ? null : findDamage(db);
    if (damage !== null) throw new Unsound(damage);
  } catch (error) {
    const isOfSql = error instanceof Database.SqliteError && /^SQLITE_(ERROR|TOOBIG|NOMEM|MISMATCH)$/.test(error.code);
    throw isOfSql ? new Unsound(error.message) : error;
  }
}

/** @throws Unsound, DatabaseTooNew, SqliteError */
function check(db: Database.Database, migrations: Migrations): void {
  const version = versionOf(db);
  if (!migrations.fits(db, version)) {
    // Of a newer version nothing is known; one that has today's tables is not newer, its number is damaged.
    if (version > migrations.latest && !migrations.fits(db, migrations.latest)) throw new DatabaseTooNew(db.name);
    throw new Unsound(msg('store.unsound.tables'));
  }
  if (version > migrations.latest) throw new Unsound(msg('store.unsound.version'));
}

/** What is wrong with the rows and indexes of a database; null where nothing is. Reads all of it: seconds for a large one. */
function findDamage(db: Database.Database): Message | null {
  const found = db.pragma(isLarge(db.name) ? 'quick_check(1)' : 'integrity_check(1)', { simple: true });
  return found === 'ok' ? findCorruption(db) : String(found);
}

const isLarge = (file: string) => existsSync(file) && statSync(file).size > quicklyChecked;
/** Its last process has closed it in order: that leaves no log behind. */
const wasClosed = (file: string) => !existsSync(`${file}-wal`) || statSync(`${file}-wal`).size === 0;

/** Errors that say the database is damaged, and not that it cannot be had. */
function isDamage(error: unknown): boolean {
  if (error instanceof Database.SqliteError) return /^SQLITE_(CORRUPT|NOTADB)/.test(error.code);
  return error instanceof Unsound;
}

/** Has the next start repair the database: something of it could not be read while Burnish was running. */
export function markForRepair(file: string): void {
  writeFileSync(suspicion(file), '', { mode: 0o600 });
}
const suspicion = (file: string) => `${file}-suspect`;

function isFull(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === 'SQLITE_FULL' || code === 'ENOSPC' || code === 'EDQUOT';
}

/** Null where another Burnish, perhaps an earlier version, is at work with it. */
function repair(
  file: string,
  why: unknown,
  migrations: Migrations,
  tellers: Pick<RepairTools, 'now' | 'toWords'>,
): RepairReport | null {
  const queue = lockExclusive(`${file}-queue`);
  if (queue === null) return null;
  try {
    const migrate = (db: Database.Database, upTo?: number) => {
      addFunctions(db);
      migrations.run(db, upTo);
      markFolders(db);
    };
    const context = { ...tellers, migrate, latest: migrations.latest, hasLostLog: why instanceof LogLost };
    try {
      return repairDatabase(file, reasonOf(why), context);
    } catch (error) {
      if (isFull(error)) throw error;
      // Whatever it is about this file that nobody foresaw: the copy alone, or an empty database, starts.
      return repairDatabase(file, joinMessages(reasonOf(why), reasonOf(error)), context, false);
    }
  } finally {
    queue.release();
  }
}

function reasonOf(fault: unknown): Message {
  if (fault instanceof UserFacingError) return fault.sentence;
  return fault instanceof Error ? fault.message : String(fault);
}

/** Opens the SQLite file: checks it, repairs damage, migrates it, and configures the connection. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { joinMessages, type Message, toLogText, UserFacingError } from '../../../contract/messages/message.ts';
import { type RepairContext, repairDatabase } from '../repair/repair-database.ts';
import type { RepairReport } from '../repair/repair-report.ts';
import { resumeSwap } from '../repair/swap-database.ts';
import { DatabaseDamaged } from '../store-errors.ts';
import { backUpDatabaseSync } from './backups.ts';
import {
  canDeferChecks,
  checkCommits,
  checkDatabase,
  checkFiles,
  isDamage,
  LostCommits,
  removeRepairMark,
} from './database-checks.ts';
import { acquireOpenLock, lockExclusive } from './file-locks.ts';
import { addFunctions, bundledMigrations, type Migrations, markFolders, readMigrations, versionOf } from './migrate.ts';

export type { Database } from 'better-sqlite3';

export interface OpenOptions {
  /** Folder of NNN-name.sql files, run in order. */
  readonly migrations?: string;
  /** Fills a new database, in the transaction that makes its tables. */
  readonly fill?: (db: Database.Database) => void;
  /** ms since 1970. */
  readonly now?: () => number;
  /** Time for which a statement waits for another process, in ms. It blocks this process. */
  readonly busyMs?: number;
  /** Whether the caller does the slow checks of a large database later, in the background. See `isUnchecked`. */
  readonly checksLater?: boolean;
  /** Formats the report next to a repaired database. */
  readonly toWords?: (message: Message) => string;
}

export interface OpenedDatabase {
  readonly db: Database.Database;
  readonly created: boolean;
  /** Whether the slow checks were left to `DatabaseWorker.findAllDamage`. */
  readonly isUnchecked: boolean;
  /** Report of the repair, or null if the database was intact. */
  readonly rescue: RepairReport | null;
}

interface ConnectContext {
  readonly migrations: Migrations;
  readonly fill: (db: Database.Database) => void;
  readonly now: () => number;
  readonly busyMs: number;
}

/**
 * Opens `file`. Makes it if it is missing, and repairs it if it is damaged.
 * @throws DatabaseDamaged if it cannot be repaired, or another process has it open; DatabaseTooNew
 */
export function openDatabase(file: string, options: OpenOptions = {}): OpenedDatabase {
  const { now = Date.now, fill = () => undefined, busyMs = 5000, toWords = toLogText, checksLater = false } = options;
  const migrations = options.migrations === undefined ? bundledMigrations() : readMigrations(options.migrations);
  const context: ConnectContext = { migrations, fill, now, busyMs };
  mkdirSync(dirname(file), { recursive: true });
  const lock = acquireOpenLock(file);
  try {
    if (lock.isAlone) resumeSwap(file);
    let rescue: RepairReport | null = null;
    let connection: Connection;
    const shouldDeferChecks = checksLater && lock.isAlone && canDeferChecks(file);
    try {
      if (lock.isAlone) checkFiles(file);
      connection = connect(file, context, lock.isAlone, shouldDeferChecks);
    } catch (error) {
      if (!isDamage(error)) throw error;
      rescue = lock.isAlone ? repair(file, error, migrations, { now, toWords }) : null;
      if (rescue === null) throw new DatabaseDamaged(file, error);
      connection = connect(file, context, true, false);
    }
    removeRepairMark(file);
    lock.share();
    const { db } = connection;
    const close = db.close.bind(db);
    db.close = () => {
      close();
      lock.release();
      return db;
    };
    return { ...connection, rescue };
  } catch (error) {
    lock.release();
    throw error;
  }
}

type Connection = Omit<OpenedDatabase, 'rescue'>;

function connect(
  file: string,
  { migrations, fill, now, busyMs }: ConnectContext,
  isAlone: boolean,
  shouldDeferChecks: boolean,
): Connection {
  const db = new Database(file, { timeout: busyMs });
  try {
    configure(db);
    addFunctions(db);
    checkDatabase(db, migrations, shouldDeferChecks);
    if (isAlone) checkCommits(db);
    const created = versionOf(db) === 0 && migrations.make(db, fill);
    if (versionOf(db) < migrations.latest) backUpDatabaseSync(db, now());
    migrations.run(db);
    return { db, created, isUnchecked: shouldDeferChecks };
  } catch (error) {
    const releaseWal = isDamage(error) ? preventCheckpoint(file) : () => undefined;
    db.close();
    releaseWal();
    throw error;
  }
}

function configure(db: Database.Database): void {
  db.pragma('journal_mode = WAL');
  // A power cut must not lose commits that the user was told of. The queue shares its syncs: see `onDisk`.
  db.pragma('synchronous = FULL');
  // On macOS, a plain sync only reaches the cache of the disk, which writes in any order.
  db.pragma('fullfsync = ON');
  db.pragma('foreign_keys = ON');
  db.pragma('temp_store = MEMORY');
  // The queue owner copies the WAL in the background. Without one, a commit copies it after this many pages (4 KiB).
  db.pragma('wal_autocheckpoint = 16384');
  // Overwrites deleted data, such as forgotten findings in photographs.
  db.pragma('secure_delete = ON');
}

/**
 * Keeps the WAL of a damaged database unchanged. The last connection that closes copies the WAL into the database, unless
 * it is read-only.
 * @returns closes the read-only connection, after all others
 */
function preventCheckpoint(file: string): () => void {
  try {
    const reader = new Database(file, { readonly: true });
    try {
      reader.pragma('schema_version');
    } catch {
      // A failed read still opens the file.
    }
    return () => void reader.close();
  } catch {
    return () => undefined;
  }
}

/** Repairs the database, or returns null if another process, perhaps of an earlier version, is using it. */
function repair(
  file: string,
  cause: unknown,
  migrations: Migrations,
  tools: Pick<RepairContext, 'now' | 'toWords'>,
): RepairReport | null {
  const queue = lockExclusive(`${file}-queue`);
  if (queue === null) return null;
  try {
    const migrate = (db: Database.Database, last?: number) => {
      addFunctions(db);
      migrations.run(db, last);
      markFolders(db);
    };
    const context = { ...tools, migrate, latest: migrations.latest, hasLostCommits: cause instanceof LostCommits };
    try {
      return repairDatabase(file, reasonOf(cause), context);
    } catch (error) {
      if (isDiskFull(error)) throw error;
      // After an unforeseen error, starts from the backup alone, or from an empty database.
      return repairDatabase(file, joinMessages(reasonOf(cause), reasonOf(error)), context, false);
    }
  } finally {
    queue.release();
  }
}

function isDiskFull(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === 'SQLITE_FULL' || code === 'ENOSPC' || code === 'EDQUOT';
}

function reasonOf(error: unknown): Message {
  if (error instanceof UserFacingError) return error.sentence;
  return error instanceof Error ? error.message : String(error);
}

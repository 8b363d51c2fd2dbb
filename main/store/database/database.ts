/** Opens the database: configures, checks, repairs and migrates it. See README.md. */
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

interface OpenOptions {
  readonly migrations?: string;
  readonly fill?: (db: Database.Database) => void;
  readonly now?: () => number;
  /** Wait for other processes, which blocks this one. */
  readonly busyMs?: number;
  /** Whether the caller checks a large database later. */
  readonly shouldDeferChecks?: boolean;
  readonly toWords?: (message: Message) => string;
}

interface OpenedDatabase {
  readonly db: Database.Database;
  readonly isNew: boolean;
  /** Whether `DatabaseWorker.findAllDamage` remains to be done. */
  readonly isUnchecked: boolean;
  /** Null if no repair was necessary. */
  readonly rescue: RepairReport | null;
}

interface ConnectContext {
  readonly migrations: Migrations;
  readonly fill: (db: Database.Database) => void;
  readonly now: () => number;
  readonly busyMs: number;
}

/**
 * Makes a missing database, and repairs a damaged one.
 * @throws DatabaseDamaged if it cannot be repaired, or another process has it open; DatabaseTooNew
 */
export function openDatabase(file: string, options: OpenOptions = {}): OpenedDatabase {
  const { now = Date.now, fill = () => undefined, busyMs = 5000, toWords = toLogText } = options;
  const migrations = options.migrations === undefined ? bundledMigrations() : readMigrations(options.migrations);
  const context: ConnectContext = { migrations, fill, now, busyMs };
  mkdirSync(dirname(file), { recursive: true });
  const lock = acquireOpenLock(file);
  try {
    if (lock.isAlone) resumeSwap(file);
    let rescue: RepairReport | null = null;
    let connection: Connection;
    const shouldDeferChecks = options.shouldDeferChecks === true && lock.isAlone && canDeferChecks(file);
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
    // An unchecked backup before a migration could replace the last intact one.
    const isUnchecked = shouldDeferChecks && versionOf(db) >= migrations.latest;
    checkDatabase(db, migrations, isUnchecked);
    if (isAlone) checkCommits(db);
    const isNew = versionOf(db) === 0 && migrations.make(db, fill);
    if (versionOf(db) < migrations.latest) backUpDatabaseSync(db, now());
    migrations.run(db);
    return { db, isNew, isUnchecked };
  } catch (error) {
    const releaseWal = isDamage(error) ? preventCheckpoint(file) : () => undefined;
    db.close();
    releaseWal();
    throw error;
  }
}

function configure(db: Database.Database): void {
  db.pragma('journal_mode = WAL');
  // A power cut must not lose visible commits. The queue shares syncs (`onDisk`).
  db.pragma('synchronous = FULL');
  // A plain sync on macOS only reaches the cache of the disk, which writes in any order.
  db.pragma('fullfsync = ON');
  db.pragma('foreign_keys = ON');
  db.pragma('temp_store = MEMORY');
  // In pages of 4 KiB, for when no queue owner copies the WAL in the background.
  db.pragma('wal_autocheckpoint = 16384');
  // Overwrites forgotten findings.
  db.pragma('secure_delete = ON');
}

/**
 * Keeps a damaged database unchanged: the last connection to close would copy the WAL, unless it is read-only.
 * @returns closes that connection
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

/** Returns null if another process, perhaps an earlier version, is running the queue. */
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
      // After an unforeseen error, use the backup alone, or an empty database.
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

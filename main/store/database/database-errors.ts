/** What keeps the database from being read or written: told apart by what helps, noticed wherever it shows, and told when it is over. */
import { accessSync, constants, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import { IndexDisagrees } from '../store-errors.ts';

/**
 * `locked` and `full` pass: what was to be done is tried again as a whole. `damaged` is repaired by the next start; `gone`:
 * the file is no longer where it was, and what is written now is lost.
 */
export type DatabaseTrouble = 'locked' | 'full' | FatalTrouble;
/** What ends the process. */
export type FatalTrouble = 'damaged' | 'gone' | 'read-only';

/** The file was moved or removed while it was open: SQLite would go on writing to nowhere. */
class DatabaseGone extends Error {
  override name = 'DatabaseGone';
}

/** What an error of the database amounts to; null for any other error. */
export function troubleOf(error: unknown): DatabaseTrouble | null {
  if (typeof error === 'object' && error !== null && noRoom.has(error)) return 'full';
  if (error instanceof DatabaseGone) return 'gone';
  if (error instanceof IndexDisagrees) return 'damaged';
  if (typeof error === 'object' && error !== null && readOnly.has(error)) return 'read-only';
  if (!(error instanceof Database.SqliteError)) return null;
  if (/^SQLITE_(BUSY|LOCKED|PROTOCOL)/.test(error.code)) return 'locked';
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(error.code)) return 'damaged';
  if (error.code === 'SQLITE_FULL') return 'full';
  if (/^SQLITE_READONLY(?!_DBMOVED)/.test(error.code)) return 'read-only';
  return /^SQLITE_(IOERR|CANTOPEN|READONLY_DBMOVED)/.test(error.code) ? 'gone' : null;
}

/** True for what no waiting mends. */
export function isFatalTrouble(problem: DatabaseTrouble | null): problem is FatalTrouble {
  return problem === 'damaged' || problem === 'gone' || problem === 'read-only';
}

/** Errors of a data folder that may not be written to, though they do not say so themselves. */
const readOnly = new WeakSet<object>();

/** Errors that came of a full disk, though they do not say so themselves. */
const noRoom = new WeakSet<object>();

/** Finds out of an error of the database `file`, or of a file beside it, whether a full or a locked disk is to blame. */
export function diagnoseCause(error: unknown, file: string): void {
  const isOfDatabase = error instanceof Database.SqliteError && /^SQLITE_(IOERR|CANTOPEN)/.test(error.code);
  const { code, syscall } = error as NodeJS.ErrnoException;
  if ((isOfDatabase || syscall !== undefined) && !canWriteTo(dirname(file))) readOnly.add(error as object);
  else if ((isOfDatabase && room(file) < minFreeBytes) || code === 'ENOSPC' || code === 'EDQUOT')
    noRoom.add(error as object);
}

/** Room (bytes) with which work goes on: enough for a photograph on its way. */
const minFreeBytes = 8 * 1024 * 1024;

export interface TroubleWatch {
  /** Null while all is well. */
  now(): DatabaseTrouble | null;
  /** Calls `listener` when trouble begins, changes, and (null) is over. */
  subscribe(listener: (problem: DatabaseTrouble | null) => void): void;
  /** Something else found the disk full on which the database is. */
  noteFull(): void;
  /** A check beside the work found the database damaged. */
  noteDamaged(): void;
  /** Looks whether trouble that passes is over, by writing. For a timer. */
  check(): void;
}

/** Follows everything that is done with `db` from now on. */
export function watchTrouble(db: Database.Database): TroubleWatch {
  const file = db.name;
  const identity = () => {
    try {
      const { dev, ino } = statSync(file, { bigint: true });
      return `${dev}:${ino}`;
    } catch {
      return null;
    }
  };
  const own = identity();
  const listeners: ((problem: DatabaseTrouble | null) => void)[] = [];
  let current: DatabaseTrouble | null = null;

  const set = (problem: DatabaseTrouble | null) => {
    // What ends the process stays the reason.
    if (problem === current || isFatalTrouble(current)) return;
    current = problem;
    for (const listener of listeners) listener(problem);
  };
  const observed = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      diagnoseCause(error, file);
      const problem = troubleOf(error);
      if (problem !== null) set(problem);
      throw error;
    }
  };
  const canWrite = () => {
    if (identity() !== own) throw new DatabaseGone(`${file} is gone.`);
  };
  observeStatements(db, observed);
  observeTransactions(db, observed, canWrite);
  const version = db.pragma('user_version', { simple: true });
  return {
    now: () => current,
    subscribe: (listener) => void listeners.push(listener),
    noteFull: () => set('full'),
    noteDamaged: () => set('damaged'),
    check() {
      try {
        observed(canWrite);
        if (current !== 'locked' && current !== 'full') return;
        if (current === 'full' && room(file) < minFreeBytes) return;
        // What it is already, but written.
        observed(() => db.pragma(`user_version = ${version}`));
        set(null);
      } catch (error) {
        if (troubleOf(error) === null) throw error;
      }
    },
  };
}

function observeStatements(db: Database.Database, observed: <T>(work: () => T) => T): void {
  const prepare = db.prepare.bind(db) as (sql: string) => Database.Statement;
  const watched = (sql: string) => {
    const statement = prepare(sql);
    const { run, get, all } = statement;
    statement.run = (...values: unknown[]) => observed(() => run.apply(statement, values));
    statement.get = (...values: unknown[]) => observed(() => get.apply(statement, values));
    statement.all = (...values: unknown[]) => observed(() => all.apply(statement, values));
    return statement;
  };
  db.prepare = watched as typeof db.prepare;
}

function observeTransactions(db: Database.Database, observed: <T>(work: () => T) => T, canWrite: () => void): void {
  type Act = (...values: unknown[]) => unknown;
  const transaction = db.transaction.bind(db) as (act: Act) => Database.Transaction<Act>;
  const watched = (act: Act) => {
    const made = transaction(act);
    const guard =
      (inner: Act): Act =>
      (...values) =>
        observed(() => {
          if (!db.inTransaction) canWrite();
          return inner(...values);
        });
    const { deferred, immediate, exclusive } = made;
    return Object.assign(guard(made), {
      default: guard(made),
      ...{ deferred: guard(deferred), immediate: guard(immediate), exclusive: guard(exclusive) },
    });
  };
  db.transaction = watched as typeof db.transaction;
}

/** False where nothing can be written to a folder, or it cannot be made. */
function canWriteTo(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch (error) {
    const isAbsent = (error as NodeJS.ErrnoException).code === 'ENOENT' && folder !== dirname(folder);
    return isAbsent && canWriteTo(dirname(folder));
  }
}

/** Bytes that are free where the file is; none where nobody knows. */
function room(file: string): number {
  try {
    const { bavail, bsize } = statfsSync(dirname(file));
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** `work`, for a timer or a listener: where the database cannot be had now, it is left to the next time. */
export function skipOnTrouble<A extends unknown[]>(work: (...values: A) => void): (...values: A) => void {
  return (...values) => {
    try {
      work(...values);
    } catch (error) {
      if (troubleOf(error) === null) throw error;
    }
  };
}

/** What is tried again, in ms. */
const againAfter = 500;

/**
 * Does `work` (one transaction, or what may be done twice) until the database can be had for it.
 * @param onWait told once what it has to wait for
 * @throws what is no passing trouble, and the signal's reason
 */
export async function retryTransient<T>(
  work: () => T,
  signal?: AbortSignal,
  onWait?: (problem: 'locked' | 'full') => void,
): Promise<T> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return work();
    } catch (error) {
      const problem = troubleOf(error);
      if (problem !== 'locked' && problem !== 'full') throw error;
      if (isFirst) onWait?.(problem);
    }
    await new Promise((resolve) => setTimeout(resolve, againAfter));
    signal?.throwIfAborted();
  }
}

/** For people. @param folder the data folder */
export function troubleMessage(problem: DatabaseTrouble | null, folder: string): MessageDescriptor {
  switch (problem) {
    case null:
      return msg('store.trouble.over');
    case 'locked':
      return msg('store.trouble.locked');
    case 'full':
      return msg('store.trouble.full', { folder });
    case 'damaged':
      return msg('store.trouble.damaged');
    case 'read-only':
      return msg('store.trouble.readOnly', { folder });
    case 'gone':
      return msg('store.trouble.gone', { folder });
    default:
      return problem satisfies never;
  }
}

import { accessSync, constants, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import { IndexDisagrees } from '../store-errors.ts';

/**
 * `locked` and `full` pass, so work is retried. The next start repairs `damaged`. If `gone`, the file was moved, and
 * writes are lost.
 */
export type DatabaseTrouble = 'locked' | 'full' | FatalTrouble;
/** Ends the process. */
export type FatalTrouble = 'damaged' | 'gone' | 'read-only';

/** SQLite does not notice that the open file was moved or removed. */
class DatabaseGone extends Error {
  override name = 'DatabaseGone';
}

/** Returns null for other errors. */
export function troubleOf(error: unknown): DatabaseTrouble | null {
  if (typeof error === 'object' && error !== null && diskFullErrors.has(error)) return 'full';
  if (error instanceof DatabaseGone) return 'gone';
  if (error instanceof IndexDisagrees) return 'damaged';
  if (typeof error === 'object' && error !== null && readOnlyErrors.has(error)) return 'read-only';
  if (!(error instanceof Database.SqliteError)) return null;
  if (/^SQLITE_(BUSY|LOCKED|PROTOCOL)/.test(error.code)) return 'locked';
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(error.code)) return 'damaged';
  if (error.code === 'SQLITE_FULL') return 'full';
  if (/^SQLITE_READONLY(?!_DBMOVED)/.test(error.code)) return 'read-only';
  return /^SQLITE_(IOERR|CANTOPEN|READONLY_DBMOVED)/.test(error.code) ? 'gone' : null;
}

export function isFatalTrouble(problem: DatabaseTrouble | null): problem is FatalTrouble {
  return problem === 'damaged' || problem === 'gone' || problem === 'read-only';
}

/** Errors whose codes do not show that a read-only folder or a full disk caused them. */
const readOnlyErrors = new WeakSet<object>();
const diskFullErrors = new WeakSet<object>();

/** Lets `troubleOf` recognize errors that a full or read-only disk caused. */
export function diagnoseCause(error: unknown, file: string): void {
  const isDatabaseError = error instanceof Database.SqliteError && /^SQLITE_(IOERR|CANTOPEN)/.test(error.code);
  const { code, syscall } = error as NodeJS.ErrnoException;
  if ((isDatabaseError || syscall !== undefined) && !canWriteTo(dirname(file))) readOnlyErrors.add(error as object);
  else if ((isDatabaseError && freeBytes(file) < minFreeBytes) || code === 'ENOSPC' || code === 'EDQUOT')
    diskFullErrors.add(error as object);
}

/** Enough for a photograph in progress. */
const minFreeBytes = 8 * 1024 * 1024;

interface TroubleWatch {
  now(): DatabaseTrouble | null;
  /** Calls `listener` with each change; null is the end. */
  subscribe(listener: (problem: DatabaseTrouble | null) => void): void;
  noteFull(): void;
  noteDamaged(): void;
  /** Ends passing trouble if a write succeeds. */
  check(): void;
}

/** Watches statements and transactions that are prepared afterwards. */
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
  const openedIdentity = identity();
  const listeners: ((problem: DatabaseTrouble | null) => void)[] = [];
  let current: DatabaseTrouble | null = null;

  const set = (problem: DatabaseTrouble | null) => {
    // Fatal trouble stays, because it ends the process.
    if (problem === current || isFatalTrouble(current)) return;
    current = problem;
    for (const listener of listeners) listener(problem);
  };
  const observe = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      diagnoseCause(error, file);
      const problem = troubleOf(error);
      if (problem !== null) set(problem);
      throw error;
    }
  };
  const assertFileInPlace = () => {
    if (identity() !== openedIdentity) throw new DatabaseGone(`${file} is gone.`);
  };
  observeStatements(db, observe);
  observeTransactions(db, observe, assertFileInPlace);
  const version = db.pragma('user_version', { simple: true });
  return {
    now: () => current,
    subscribe: (listener) => void listeners.push(listener),
    noteFull: () => set('full'),
    noteDamaged: () => set('damaged'),
    check() {
      try {
        observe(assertFileInPlace);
        if (current !== 'locked' && current !== 'full') return;
        if (current === 'full' && freeBytes(file) < minFreeBytes) return;
        // An unchanged value, but written.
        observe(() => db.pragma(`user_version = ${version}`));
        set(null);
      } catch (error) {
        if (troubleOf(error) === null) throw error;
      }
    },
  };
}

function observeStatements(db: Database.Database, observe: <T>(work: () => T) => T): void {
  const prepare = db.prepare.bind(db) as (sql: string) => Database.Statement;
  const prepareObserved = (sql: string) => {
    const statement = prepare(sql);
    const { run, get, all } = statement;
    statement.run = (...values: unknown[]) => observe(() => run.apply(statement, values));
    statement.get = (...values: unknown[]) => observe(() => get.apply(statement, values));
    statement.all = (...values: unknown[]) => observe(() => all.apply(statement, values));
    return statement;
  };
  db.prepare = prepareObserved as typeof db.prepare;
}

function observeTransactions(
  db: Database.Database,
  observe: <T>(work: () => T) => T,
  assertFileInPlace: () => void,
): void {
  type Work = (...values: unknown[]) => unknown;
  const transaction = db.transaction.bind(db) as (work: Work) => Database.Transaction<Work>;
  const guard =
    (work: Work): Work =>
    (...values) =>
      observe(() => {
        if (!db.inTransaction) assertFileInPlace();
        return work(...values);
      });
  const createObserved = (work: Work) => {
    const created = transaction(work);
    return Object.assign(guard(created), {
      default: guard(created),
      deferred: guard(created.deferred),
      immediate: guard(created.immediate),
      exclusive: guard(created.exclusive),
    });
  };
  db.transaction = createObserved as typeof db.transaction;
}

function canWriteTo(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT' && folder !== dirname(folder);
    return isMissing && canWriteTo(dirname(folder));
  }
}

/** Returns infinity if unknown. */
function freeBytes(file: string): number {
  try {
    const { bavail, bsize } = statfsSync(dirname(file));
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** For timers and listeners. */
export function skipOnTrouble<A extends unknown[]>(work: (...values: A) => void): (...values: A) => void {
  return (...values) => {
    try {
      work(...values);
    } catch (error) {
      if (troubleOf(error) === null) throw error;
    }
  };
}

const retryDelayMs = 500;

/**
 * Retries while the database is locked or its disk full.
 * @param work one transaction, or idempotent
 * @param onWait called before the first retry
 * @throws other errors; the signal's reason
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
    await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
    signal?.throwIfAborted();
  }
}

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

/** Actions on the database as a whole: transactions, durability, backups, checks. */
import { backUpDatabase, isBackupDue } from './database/backups.ts';
import { markForRepair } from './database/database-checks.ts';
import { diagnoseCause, troubleOf } from './database/database-errors.ts';
import type { StoreConnection } from './store-connection.ts';

export function databaseActions({ context, isUnchecked, trouble, worker, wal, groupSync, onDisk }: StoreConnection) {
  const { db, now, changes } = context;
  /** Keeps the WAL for later. The trouble watch notices a missing folder. */
  const handleWalError = (error: unknown) => {
    diagnoseCause(error, db.name);
    const cause = troubleOf(error);
    if (cause === 'full') trouble.noteFull();
    else if (cause === 'damaged') trouble.noteDamaged();
    else if (cause === null && (error as NodeJS.ErrnoException).syscall === undefined) throw error;
  };
  // Listeners skipped reads during trouble.
  trouble.subscribe((current) => {
    if (current === null) changes.foreign();
  });

  return {
    transaction: <T>(work: () => T): T => db.transaction(work).immediate(),
    /** Await `onDisk` too if the next step depends on the commit. */
    commitTogether: groupSync.together,
    onDisk,
    /** Makes the next start repair the database. */
    suspect: (): void => markForRepair(db.name),
    /** Notifies listeners of changes by other processes since the last call. Cheap enough for a timer. */
    readForeignChanges: createForeignChangeReader({ context, trouble }),
    /**
     * Backs up the database if the newest backup is a day old. For the queue owner.
     * @throws if the database is damaged, and the signal's reason
     */
    copyIfDue: async (signal: AbortSignal): Promise<void> => {
      if (isBackupDue(db.name, now())) await backUpDatabase(db, worker, now(), signal);
    },
    /** Copies a changed WAL into the database. For the queue owner, at start and end. */
    keepLog(): void {
      try {
        wal.checkpoint();
      } catch (error) {
        handleWalError(error);
      }
    },
    keepLogBeside: (): Promise<void> => wal.checkpointInBackground().catch(handleWalError),
    isLogLong: (): boolean => wal.isLong(),
    /** Does deferred checks, and reports damage to `trouble`. @throws the signal's reason */
    async checkIfLeft(signal: AbortSignal): Promise<void> {
      if (!isUnchecked) return;
      const isDamaged = await worker.findAllDamage(db.name, signal).then(
        (damage) => damage !== null,
        (error) => {
          signal.throwIfAborted();
          return troubleOf(error) === 'damaged';
        },
      );
      if (isDamaged) trouble.noteDamaged();
    },
    /** Aborts background work, before `close`. */
    endBeside: (): Promise<void> => worker.close(),
  };
}

function createForeignChangeReader({ context, trouble }: Pick<StoreConnection, 'context' | 'trouble'>) {
  const { db, changes } = context;
  const readVersion = () => db.pragma('data_version', { simple: true }) as number;
  let seenVersion = readVersion();
  const readVersionOrSeen = () => {
    try {
      return readVersion();
    } catch (error) {
      if (troubleOf(error) === null) throw error;
      return seenVersion;
    }
  };
  return (): boolean => {
    if (!db.open) return false;
    trouble.check();
    const version = readVersionOrSeen();
    const hasForeignChanges = version !== seenVersion;
    seenVersion = version;
    if (hasForeignChanges) changes.foreign();
    return hasForeignChanges;
  };
}

/** Who runs the queue: one process at a time, held by a lock of the operating system that dies with its holder. */
import Database from 'better-sqlite3';

export interface QueueHolder {
  readonly pid: number;
  /** One of `queueHolders`, whose names other processes and `status --json` know. */
  readonly what: string;
  readonly since: number;
}

/** Who runs the queue. Only a command ends by itself, once nothing is left that it can do; then whoever waits takes over. */
export const queueHolders = {
  window: 'the Burnish window',
  command: 'a burnish command',
  watch: 'burnish watch',
  worker: 'burnish worker',
} as const;

export type QueueAcquisition =
  | { readonly taken: true; release(): void }
  /** `holder` is null when the other process took it this very moment. */
  | { readonly taken: false; readonly holder: QueueHolder | null };

/** The locks of this process: one that nothing refers to would end when memory is cleared up. */
const heldLocks = new Set<Database.Database>();

/** Keeps the lock of `held` until it is released. */
function keepHeld(held: Database.Database): { release(): void } {
  heldLocks.add(held);
  return {
    release() {
      heldLocks.delete(held);
      held.close();
    },
  };
}

/**
 * Takes an exclusive lock on `file`, or returns null when somebody has it. SQLite does the locking, in the same way on
 * every system; a crash releases it, so there is no stale lock to clear, no process number to guess from.
 */
export function lockExclusive(file: string): { release(): void } | null {
  const held = new Database(file, { timeout: 0 });
  try {
    held.exec('BEGIN EXCLUSIVE');
    return keepHeld(held);
  } catch (error) {
    held.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return null;
    throw error;
  }
}

/**
 * The same together with others: none of them keeps `lockExclusive` from anybody but whoever wants the file alone. Waits some seconds.
 * @throws SqliteError where somebody has it alone all that time, or it cannot be made
 */
export function lockShared(file: string): { release(): void } {
  const held = new Database(file, { timeout: 5000 });
  try {
    held.exec('BEGIN');
    held.prepare('SELECT 1 FROM sqlite_master').all();
    return keepHeld(held);
  } catch (error) {
    held.close();
    throw error;
  }
}

/** The queue's lock beside the database `db`. */
export function queueLock(db: Database.Database, now: () => number) {
  const file = `${db.name}-queue`;
  const read = db.prepare<[], QueueHolder>('SELECT pid, what, since FROM queue_holder');
  const write = db.prepare('INSERT OR REPLACE INTO queue_holder (id, pid, what, since) VALUES (1, ?, ?, ?)');
  const clear = db.prepare('DELETE FROM queue_holder');
  const forget = db.prepare('DELETE FROM conditions');
  // In one: nobody takes what the last holder told for the word of this one.
  const enter = db.transaction((holder: QueueHolder) => {
    forget.run();
    write.run(holder.pid, holder.what, holder.since);
  });
  const leave = db.transaction(() => {
    forget.run();
    clear.run();
  });
  let release = () => {};
  return {
    /**
     * Takes the queue for this process; `holderName` says who that is, for the sentence another process shows. Does not wait:
     * whoever wants the queue asks again after a while.
     */
    take(holderName: string): QueueAcquisition {
      const lock = lockExclusive(file);
      if (!lock) return { taken: false, holder: read.get() ?? null };
      try {
        enter.immediate({ pid: process.pid, what: holderName, since: now() });
      } catch (error) {
        // Held by nobody who runs it, it would stand still for everybody.
        lock.release();
        throw error;
      }
      let isHeld = true;
      release = () => {
        if (!isHeld) return;
        isHeld = false;
        try {
          leave.immediate();
        } catch {
          // What stands there is believed of nobody who does not hold the lock; the next one clears it away.
        }
        lock.release();
      };
      return { taken: true, release };
    },
    /** Gives the queue back, if this process has it. */
    release: (): void => release(),
    /** Who holds the queue now; null when nobody does. */
    holder(): QueueHolder | null {
      const lock = lockExclusive(file);
      if (!lock) return read.get() ?? null;
      lock.release();
      return null;
    },
  };
}

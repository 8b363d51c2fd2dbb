/** The lock that makes one process at a time the queue owner. */
import type Database from 'better-sqlite3';
import { lockExclusive } from './file-locks.ts';

export interface QueueHolder {
  readonly pid: number;
  /** One of `queueHolders`, known to other processes and `status --json`. */
  readonly what: string;
  readonly since: number;
}

/** Kinds of queue owners. Only a command ends when nothing is left to do; then a waiting process takes over. */
export const queueHolders = {
  window: 'the Burnish window',
  command: 'a burnish command',
  watch: 'burnish watch',
  worker: 'burnish worker',
} as const;

export type QueueAcquisition =
  | { readonly taken: true; release(): void }
  /** `holder` is null if the other process took the queue at this very moment. */
  | { readonly taken: false; readonly holder: QueueHolder | null };

export function createQueueLock(db: Database.Database, now: () => number) {
  const file = `${db.name}-queue`;
  const selectHolder = db.prepare<[], QueueHolder>('SELECT pid, what, since FROM queue_holder');
  const insertHolder = db.prepare('INSERT OR REPLACE INTO queue_holder (id, pid, what, since) VALUES (1, ?, ?, ?)');
  const deleteHolder = db.prepare('DELETE FROM queue_holder');
  const deleteConditions = db.prepare('DELETE FROM conditions');
  // In one transaction, because the conditions are those of the named owner.
  const enter = db.transaction((holder: QueueHolder) => {
    deleteConditions.run();
    insertHolder.run(holder.pid, holder.what, holder.since);
  });
  const leave = db.transaction(() => {
    deleteConditions.run();
    deleteHolder.run();
  });
  let release = () => {};
  return {
    /** Takes the queue for this process, without waiting. Other processes show `holderName`. */
    take(holderName: string): QueueAcquisition {
      const lock = lockExclusive(file);
      if (!lock) return { taken: false, holder: selectHolder.get() ?? null };
      try {
        enter.immediate({ pid: process.pid, what: holderName, since: now() });
      } catch (error) {
        // Otherwise the queue would be locked but not running.
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
          // The row is ignored while the lock is free, and the next owner replaces it.
        }
        lock.release();
      };
      return { taken: true, release };
    },
    /** Releases the queue if this process has it. */
    release: (): void => release(),
    /** Returns the current queue owner, or null. */
    holder(): QueueHolder | null {
      const lock = lockExclusive(file);
      if (!lock) return selectHolder.get() ?? null;
      lock.release();
      return null;
    },
  };
}

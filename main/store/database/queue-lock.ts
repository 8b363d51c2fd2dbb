import type Database from 'better-sqlite3';
import { lockExclusive } from './file-locks.ts';

export interface QueueHolder {
  readonly pid: number;
  /** One of `queueHolders`; shown by `status --json`. */
  readonly what: string;
  readonly since: number;
}

/** Only a command ends when its work is done; then a waiting process takes over. */
export const queueHolders = {
  window: 'the Burnish window',
  command: 'a burnish command',
  watch: 'burnish watch',
  worker: 'burnish worker',
} as const;

type QueueAcquisition =
  | { readonly taken: true; release(): void }
  /** `holder` is null while another process takes the queue. */
  | { readonly taken: false; readonly holder: QueueHolder | null };

export function createQueueLock(db: Database.Database, now: () => number) {
  const file = `${db.name}-queue`;
  const selectHolder = db.prepare<[], QueueHolder>('SELECT pid, what, since FROM queue_holder');
  const insertHolder = db.prepare('INSERT OR REPLACE INTO queue_holder (id, pid, what, since) VALUES (1, ?, ?, ?)');
  const deleteHolder = db.prepare('DELETE FROM queue_holder');
  const deleteConditions = db.prepare('DELETE FROM conditions');
  // One transaction, because conditions belong to an owner.
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
    /** Does not wait. Other processes show `holderName`. */
    take(holderName: string): QueueAcquisition {
      const lock = lockExclusive(file);
      if (!lock) return { taken: false, holder: selectHolder.get() ?? null };
      try {
        enter.immediate({ pid: process.pid, what: holderName, since: now() });
      } catch (error) {
        // Otherwise, no process could run the queue.
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
          // A row without a lock is ignored, and the next owner replaces it.
        }
        lock.release();
      };
      return { taken: true, release };
    },
    release: (): void => release(),
    holder(): QueueHolder | null {
      const lock = lockExclusive(file);
      if (!lock) return selectHolder.get() ?? null;
      lock.release();
      return null;
    },
  };
}

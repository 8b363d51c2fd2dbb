/** Tells listeners what changed in the store, gathered over one turn of the event loop. */
import { skipOnTrouble } from './database/database-errors.ts';

/** What changed since the last notice; `foreign` = another process wrote, so anything may have changed. */
export interface StoreChange {
  readonly jobs: ReadonlySet<number>;
  /** Photographs whose results or decisions changed. */
  readonly photographs: ReadonlySet<number>;
  readonly lists: ReadonlySet<ChangedList>;
  readonly foreign: boolean;
}
export type ChangedList =
  | 'batches'
  | 'recipes'
  | 'folders'
  | 'profiles'
  | 'presets'
  | 'details_presets'
  | 'export_presets'
  | 'settings'
  | 'originals';

export interface Changes {
  /** Calls `listener` after each turn in which something changed; returns the function that ends it. */
  subscribe(listener: (change: StoreChange) => void): () => void;
  jobs(ids: Iterable<number>): void;
  photographs(ids: Iterable<number>): void;
  list(name: ChangedList): void;
  foreign(): void;
  /** Ends all listening. */
  close(): void;
}

interface Pending {
  jobs: Set<number>;
  photographs: Set<number>;
  lists: Set<ChangedList>;
  foreign: boolean;
}

/**
 * A new, silent notifier. Listeners run in a microtask, so never inside a transaction; a change that was rolled back
 * may be told all the same, which costs a listener one needless read.
 */
export function createChanges(): Changes {
  const listeners = new Set<(change: StoreChange) => void>();
  let pending: Pending | null = null;

  const gather = (): Pending => {
    if (pending) return pending;
    pending = {
      jobs: new Set(),
      photographs: new Set(),
      lists: new Set(),
      foreign: false,
    };
    queueMicrotask(() => {
      const change = pending;
      pending = null;
      if (change) for (const listener of [...listeners]) notify(listener, change);
    });
    return pending;
  };

  // What a listener could not read is read when the database can be had again: then everything counts as changed.
  const notify = skipOnTrouble((listener: (change: StoreChange) => void, change: StoreChange) => listener(change));

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    jobs(ids) {
      const { jobs } = gather();
      for (const id of ids) jobs.add(id);
    },
    photographs(ids) {
      const { photographs } = gather();
      for (const id of ids) photographs.add(id);
    },
    list: (name) => gather().lists.add(name),
    foreign() {
      gather().foreign = true;
    },
    close: () => listeners.clear(),
  };
}

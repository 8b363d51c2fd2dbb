/** Notifies listeners of changes in the store, once per turn of the event loop. */
import { skipOnTrouble } from './database/database-errors.ts';

/** Changes since the last notification. `foreign`: another process wrote, so anything may have changed. */
export interface StoreChange {
  readonly jobs: ReadonlySet<number>;
  /** Of `jobs`, those that something other than their own run changed. */
  readonly jobsByOthers: ReadonlySet<number>;
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
  | 'originals'
  | 'studio_documents'
  | 'list_files';

export interface Changes {
  /** Returns a function that ends the subscription. */
  subscribe(listener: (change: StoreChange) => void): () => void;
  /** Jobs that something other than their own run changed. */
  jobs(ids: Iterable<number>): void;
  /** A job that its own run changed. */
  run(id: number): void;
  photographs(ids: Iterable<number>): void;
  list(name: ChangedList): void;
  foreign(): void;
  /** Calls `clear` at once when another process may have changed anything. */
  clearOnForeign(clear: () => void): void;
  close(): void;
}

interface Pending {
  jobs: Set<number>;
  jobsByOthers: Set<number>;
  photographs: Set<number>;
  lists: Set<ChangedList>;
  foreign: boolean;
}

/** Listeners run in a microtask, so never inside a transaction. They may be notified of a change that was rolled back. */
export function createChanges(): Changes {
  const listeners = new Set<(change: StoreChange) => void>();
  const caches: (() => void)[] = [];
  let pending: Pending | null = null;

  const collect = (): Pending => {
    if (pending) return pending;
    pending = {
      jobs: new Set(),
      jobsByOthers: new Set(),
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

  // Skip trouble, because everything counts as changed after its end.
  const notify = skipOnTrouble((listener: (change: StoreChange) => void, change: StoreChange) => listener(change));

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    jobs(ids) {
      const { jobs, jobsByOthers } = collect();
      for (const id of ids) {
        jobs.add(id);
        jobsByOthers.add(id);
      }
    },
    run: (id) => void collect().jobs.add(id),
    photographs(ids) {
      const { photographs } = collect();
      for (const id of ids) photographs.add(id);
    },
    list: (name) => collect().lists.add(name),
    foreign() {
      for (const clear of caches) clear();
      collect().foreign = true;
    },
    clearOnForeign: (clear) => void caches.push(clear),
    close: () => listeners.clear(),
  };
}

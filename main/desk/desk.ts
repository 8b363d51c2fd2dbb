/** What the window's lists need beside the database: the thread that reads for them, work with many rows, and what can be taken back. */
import type { BulkProgress } from '../../preload/contract/desk/bulk.ts';
import { type Store, troubleOf } from '../store/index.ts';
import { type Bulk, createBulk } from './bulk.ts';
import { createReader, type Reader } from './reader/reader.ts';
import { createShowing, type Showing } from './showing.ts';
import { createUndo, type Undo } from './undo.ts';

export interface Desk {
  readonly reader: Reader;
  readonly bulk: Bulk;
  readonly undo: Undo;
  readonly showing: Showing;
  onBulk(listener: (progress: BulkProgress) => void): void;
  /** Has the long checks of the database done that were left when it was opened: on a thread of their own, once the start is over. */
  checkLater(): void;
  check(): Promise<void>;
  /** Before the store is closed. */
  close(): Promise<void>;
}

/** So long (ms) a start has disk and processor for itself. */
const startMs = 20_000;

export function openDesk(store: Pick<Store, 'file' | 'isUnchecked' | 'trouble'>): Desk {
  const listeners: ((progress: BulkProgress) => void)[] = [];
  const reader = createReader(store.file);
  let checking: NodeJS.Timeout | undefined;
  const checker = createReader(store.file);
  const bulk = createBulk((progress) => listeners.forEach((tell) => void tell(progress)));
  return {
    reader,
    bulk,
    undo: createUndo(),
    showing: createShowing(),
    onBulk: (listener) => void listeners.push(listener),
    checkLater() {
      checking = setTimeout(() => void this.check(), startMs);
    },
    async check() {
      if (!store.isUnchecked) return;
      try {
        if ((await checker.ask('damage', null)) !== null) store.trouble.noteDamaged();
      } catch (error) {
        if (troubleOf(error) === 'damaged') store.trouble.noteDamaged();
      }
      await checker.close();
    },
    async close() {
      clearTimeout(checking);
      await checker.close();
      await bulk.stopAll();
      await reader.close();
    },
  };
}

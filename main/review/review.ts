/** What the window's lists need beside the database: the thread that reads for them, work with many rows, and what can be taken back. */
import type { KeepOneReport } from '../../contract/app/action-reports.ts';
import type { BulkProgress } from '../../contract/review/bulk-progress.ts';
import { placeSibling } from '../pipeline/output/place-sibling.ts';
import type { Store } from '../store/index.ts';
import { type Bulk, createBulk } from './bulk-work.ts';
import { keepOneResult } from './keep-one-result.ts';
import { createReader, type Reader } from './reader/query-reader.ts';
import { createTouchUp, type TouchOptions, type TouchUp } from './touch-up/touch-up.ts';
import { createUndoStack, type UndoStack } from './undo-stack.ts';
import { createVisibleRows, type VisibleRows } from './visible-rows.ts';

export interface Review {
  readonly reader: Reader;
  readonly bulk: Bulk;
  readonly undo: UndoStack;
  readonly showing: VisibleRows;
  readonly touch: TouchUp;
  /** See `keepOnly`. */
  keepOnly(photographIds: readonly number[], kept: number | null): Promise<KeepOneReport>;
  onBulk(listener: (progress: BulkProgress) => void): void;
  /** Before the store is closed. */
  close(): Promise<void>;
}

export function openReview(store: Store, options: Omit<TouchOptions, 'store' | 'place'>): Review {
  const listeners: ((progress: BulkProgress) => void)[] = [];
  const reader = createReader(store.file);
  const touch = createTouchUp({ store, place: placeSibling, ...options });
  const bulk = createBulk((progress) => listeners.forEach((listener) => void listener(progress)));
  return {
    reader,
    bulk,
    undo: createUndoStack(),
    showing: createVisibleRows(),
    touch,
    keepOnly: (ids, kept) => keepOneResult(ids, kept, { store, bulk, trash: options.trash }),
    onBulk: (listener) => void listeners.push(listener),
    async close() {
      await touch.close();
      await touch.saved();
      await bulk.stopAll();
      await reader.close();
    },
  };
}

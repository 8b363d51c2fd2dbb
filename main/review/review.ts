/** Parts of review that the window shares: queries of lists, bulk work, undo, and touch-up. */
import type { KeepOneReport } from '../../contract/app/action-reports.ts';
import type { BulkProgress } from '../../contract/review/bulk-progress.ts';
import { placeSibling } from '../pipeline/output/place-sibling.ts';
import type { Store } from '../store/index.ts';
import { Bulk } from './actions/bulk-work.ts';
import { keepOneResult } from './actions/trash-results.ts';
import { UndoStack } from './actions/undo-stack.ts';
import { createReader, type Reader } from './lists/query-reader.ts';
import { createVisibleRows, type VisibleRows } from './lists/visible-rows.ts';
import { createTouchUp, type TouchOptions, type TouchUp } from './touch-up/touch-up.ts';

export interface Review {
  readonly reader: Reader;
  readonly bulk: Bulk;
  readonly undo: UndoStack;
  readonly showing: VisibleRows;
  readonly touch: TouchUp;
  /** @see keepOneResult */
  keepOnly(photographIds: readonly number[], kept: number | null): Promise<KeepOneReport>;
  onBulk(listener: (progress: BulkProgress) => void): void;
  /** Must be called before the store is closed. */
  close(): Promise<void>;
}

export function openReview(store: Store, options: Omit<TouchOptions, 'store' | 'place'>): Review {
  const listeners: ((progress: BulkProgress) => void)[] = [];
  const reader = createReader(store.file);
  const touch = createTouchUp({ store, place: placeSibling, ...options });
  const bulk = new Bulk((progress) => listeners.forEach((listener) => void listener(progress)));
  return {
    reader,
    bulk,
    undo: new UndoStack(),
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

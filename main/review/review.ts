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
  readonly visibleRows: VisibleRows;
  readonly touchUp: TouchUp;
  /** @see keepOneResult */
  keepOneResult(photographIds: readonly number[], keptId: number | null): Promise<KeepOneReport>;
  onBulkProgress(listener: (progress: BulkProgress) => void): void;
  /** Must be called before the store is closed. */
  close(): Promise<void>;
}

export function openReview(store: Store, options: Omit<TouchOptions, 'store' | 'place'>): Review {
  const listeners: ((progress: BulkProgress) => void)[] = [];
  const reader = createReader(store.file);
  const touchUp = createTouchUp({ store, place: placeSibling, ...options });
  const bulk = new Bulk((progress) => listeners.forEach((listener) => void listener(progress)));
  return {
    reader,
    bulk,
    undo: new UndoStack(),
    visibleRows: createVisibleRows(),
    touchUp,
    keepOneResult: (ids, keptId) => keepOneResult(ids, keptId, { store, bulk, trash: options.trash }),
    onBulkProgress: (listener) => void listeners.push(listener),
    async close() {
      await touchUp.close();
      await touchUp.whenSaved();
      await bulk.stopAll();
      await reader.close();
    },
  };
}

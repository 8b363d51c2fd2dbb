import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Message } from '../../contract/messages/message.ts';
import type { AddPhotosOptions } from '../intake/examine/add-options.ts';
import type { Store } from '../store/index.ts';
import type { Membership } from '../studio/membership/membership.ts';

/** Interval and number of the checks whether the studio has all photographs, before the caller continues. */
const retryMs = 200;
const maxAttempts = 50;
/** Interval of later checks. */
const lateRetryMs = 5000;

interface StudioBatchesContext {
  readonly store: Pick<Store, 'batches'>;
  readonly studio: Pick<Membership, 'studio' | 'intake' | 'showOffered'>;
}

/** Batches of this computer whose photographs a studio processes. They wait here for approvals and trials. */
export type StudioBatches = ReturnType<typeof createStudioBatches>;

export function createStudioBatches({ store, studio }: StudioBatchesContext) {
  /** Batches that were opened since the program started. */
  const opened = new Map<number, { readonly key: string; readonly title: Message }>();

  function open(batch: AddPhotosOptions['batch']): number {
    if ('batchId' in batch) return batch.batchId;
    const id = store.batches.create(batch);
    opened.set(id, { key: randomUUID(), title: batch.title });
    return id;
  }

  const isShown = async (batchId: number) => !opened.has(batchId) || (await studio.showOffered(batchId));

  return {
    /** Returns options that send photographs to the studio, if any. The batch exists here before its jobs. */
    openBatch(batch: AddPhotosOptions['batch'], profileId: string): Pick<AddPhotosOptions, 'batch' | 'studio'> {
      const { studio: current } = studio;
      // Only a computer with a desk shows the studio's photographs.
      if (current === null || current.desk === null) {
        const intake = 'title' in batch && studio.intake({ key: randomUUID(), title: batch.title }, profileId, 'drop');
        return { batch, ...(intake ? { studio: intake } : {}) };
      }
      const batchId = open(batch);
      const shared = opened.get(batchId);
      const intake = shared && studio.intake({ ...shared, localBatch: batchId }, profileId, 'drop');
      return { batch: { batchId }, ...(intake ? { studio: intake } : {}) };
    },
    /**
     * Waits until all photographs of a batch are in the list here. Returns false after `maxAttempts`, or if the studio's
     * database is away.
     * @param onLate called when they are in the list after all
     */
    async showOffered(batchId: number, onLate: () => void): Promise<boolean> {
      for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
        if (await isShown(batchId)) return true;
        if (studio.studio?.isAway) break;
        await sleep(retryMs);
      }
      void (async () => {
        while (studio.studio !== null && !(await isShown(batchId))) await sleep(lateRetryMs, undefined, { ref: false });
        if (studio.studio !== null) onLate();
      })();
      return false;
    },
    /** Removes a batch without new photographs. Returns its id, or null if it was removed. */
    keepUnlessEmpty(batchId: number): number | null {
      if (!opened.has(batchId) || Object.keys(store.batches.counts(batchId)).length > 0) return batchId;
      store.batches.removeEmpty(batchId);
      opened.delete(batchId);
      return null;
    },
  };
}

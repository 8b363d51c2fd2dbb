/** Batches of this computer whose photographs a studio processes: they wait here for approvals and trials. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Message } from '../../contract/messages/message.ts';
import type { AddPhotosOptions } from '../intake/examine/add-options.ts';
import type { Store } from '../store/index.ts';
import type { Membership } from '../studio/membership/membership.ts';

/** Interval and number of the checks that the studio has all photographs. The caller then continues without them. */
const retryMs = 200;
const maxAttempts = 50;
/** Interval of the attempts after that. */
const lateRetryMs = 5000;

interface StudioBatchesContext {
  readonly store: Pick<Store, 'batches'>;
  readonly studio: Pick<Membership, 'studio' | 'intake' | 'showOffered'>;
}

export function createStudioBatches({ store, studio }: StudioBatchesContext) {
  /** Of this run of the program. */
  const opened = new Map<number, { readonly key: string; readonly title: Message }>();

  function open(batch: AddPhotosOptions['batch']): number {
    if ('batchId' in batch) return batch.batchId;
    const id = store.batches.create(batch);
    opened.set(id, { key: randomUUID(), title: batch.title });
    return id;
  }

  const isShown = async (batchId: number) => !opened.has(batchId) || (await studio.showOffered(batchId));

  return {
    /** Returns options that send photographs to the studio, if there is one. Its batch exists here before its jobs do. */
    openBatch(batch: AddPhotosOptions['batch'], profileId: string): Pick<AddPhotosOptions, 'batch' | 'studio'> {
      const { studio: current } = studio;
      // Without a desk, this computer does not show what the studio processes.
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
     * Waits until all photographs of a batch are in the list here.
     * @param onLate called when they are after all
     * @returns false if that takes long, such as while the studio's database is away
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
    /** Removes a batch for which nothing was new. Returns null then. */
    keepUnlessEmpty(batchId: number): number | null {
      if (!opened.has(batchId) || Object.keys(store.batches.counts(batchId)).length > 0) return batchId;
      store.batches.removeEmpty(batchId);
      opened.delete(batchId);
      return null;
    },
  };
}

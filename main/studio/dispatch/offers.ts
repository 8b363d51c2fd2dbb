/** Photographs on their way to the shared queue, stored until the studio has them. */
import { coalesce } from '../../files/coalesce.ts';
import type { NewJob, Store } from '../../store/index.ts';
import type { OfferOutcome, OfferTerms, SharedItem, SharedWork } from '../queue/queue-types.ts';
import type { Shares } from '../shares/shared-path.ts';
import { toSharedItem } from './convert-jobs.ts';

export interface Offers {
  /** See `Station.offer`. */
  offer(
    jobs: readonly NewJob[],
    terms: OfferTerms,
    onOffered?: (item: SharedItem, outcome: OfferOutcome) => void,
  ): Promise<NewJob[]>;
  /** Sends all stored offers. @throws StudioUnreachable; unsent offers stay stored */
  flush(): Promise<void>;
  /** Lists the new jobs (shared ids) of a local batch. */
  newJobsOf(localBatch: number): readonly number[];
}

interface OffersContext {
  readonly store: Pick<Store, 'shared' | 'batches'>;
  readonly work: SharedWork;
  readonly shares: Shares;
  /** Registers the station before its first offer. */
  readonly register: () => Promise<void>;
  /** @param isSent whether the studio has the new offers */
  readonly onChange: (isSent: boolean) => void;
  /** Called with the number of photographs in shares that cannot be offered. */
  readonly onStay: (count: number) => void;
}

const pageSize = 100;

type StoredOffer = SharedItem & Pick<OfferTerms, 'localBatch'>;

export function createOffers({ store, work, shares, register, onChange, onStay }: OffersContext): Offers {
  const callbacks = new Map<string, (item: SharedItem, outcome: OfferOutcome) => void>();
  const { offers } = store.shared;
  const newJobs = new Map<number, readonly number[]>();

  /** Whether a batch waits for an approval or a trial. */
  function isHeld(localBatch: number | null): boolean {
    const batch = localBatch === null ? null : store.batches.get(localBatch);
    return batch !== null && (batch.held || batch.trial != null);
  }

  /** Sends the stored offers at the front that have the same batch. */
  async function sendPage(rows: readonly { readonly id: number; readonly item: StoredOffer }[]): Promise<void> {
    const { batch, localBatch = null } = rows[0]!.item;
    const page = rows.filter(({ item }) => item.batch.key === batch.key);
    // Link the batches first, or the mirror would show the jobs in another batch.
    if (localBatch !== null && store.batches.get(localBatch) !== null)
      store.shared.keepBatch(await work.openBatch(batch), localBatch);
    const items = page.map(({ item: { localBatch: _, ...item } }): SharedItem => item);
    const outcomes = await work.offer(items, isHeld(localBatch));
    offers.done(page.map(({ id }) => id));
    for (const [index, item] of items.entries()) {
      const outcome = outcomes[index];
      if (outcome === undefined) continue;
      callbacks.get(item.batch.key)?.(item, outcome);
      if (localBatch !== null && outcome.isNew && outcome.id !== null)
        newJobs.set(localBatch, [...(newJobs.get(localBatch) ?? []), outcome.id]);
    }
    onChange(true);
  }

  const flush = coalesce(async () => {
    for (let rows = offers.list(pageSize); rows.length > 0; rows = offers.list(pageSize)) {
      await register();
      await sendPage(rows as readonly { readonly id: number; readonly item: StoredOffer }[]);
    }
  });

  return {
    flush,
    newJobsOf: (localBatch) => newJobs.get(localBatch) ?? [],
    async offer(jobs, terms, onOffered) {
      const rest: NewJob[] = [];
      const items: SharedItem[] = [];
      for (const job of jobs) {
        const item = await toSharedItem(job, terms, shares);
        if (item === null) rest.push(job);
        else items.push(item);
      }
      if (onOffered) callbacks.set(terms.batch.key, onOffered);
      const staying = rest.filter(({ sourcePath }) => shares.contains(sourcePath)).length;
      if (staying > 0) onStay(staying);
      const { localBatch = null } = terms;
      offers.add(items.map((item): StoredOffer => ({ ...item, localBatch })));
      onChange(false);
      return rest;
    },
  };
}

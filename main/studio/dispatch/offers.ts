/** Photographs on their way into the studio's queue: kept here until the studio has them, however long its database is away. */
import { coalesce } from '../../files/coalesce.ts';
import type { NewJob, Store } from '../../store/index.ts';
import type { OfferOutcome, SharedItem, SharedWork } from '../queue/queue-types.ts';
import type { Shares } from '../shares/share-paths.ts';
import { type OfferTerms, toSharedItem } from './convert-jobs.ts';

export interface Offers {
  /** See `Station.offer`. */
  offer(
    jobs: readonly NewJob[],
    terms: OfferTerms,
    onOffered?: (item: SharedItem, offered: OfferOutcome) => void,
  ): Promise<NewJob[]>;
  /** Offers all there are. @throws StudioUnreachable; what was not heard stays */
  flush(): Promise<void>;
  /** New jobs (shared ids) of a batch of this computer, as far as the studio has them. */
  newJobsOf(localBatch: number): readonly number[];
}

interface OffersTools {
  readonly store: Pick<Store, 'shared' | 'batches'>;
  readonly work: SharedWork;
  readonly shares: Shares;
  /** Before the first offer: the studio knows this station. */
  readonly register: () => Promise<void>;
  /** Told when there is something new to offer, and when the studio has it. */
  readonly onChange: (isOffered: boolean) => void;
  /** Told of photographs that lie in a share and are this station's to do all the same. */
  readonly onStay: (count: number) => void;
}

const atOnce = 100;

/** An offer as it is stored: `localBatch` is the batch here that shows it, and holds it where that waits for the user. */
type StoredOffer = SharedItem & Pick<OfferTerms, 'localBatch'>;

export function createOffers({ store, work, shares, register: makeKnown, onChange, onStay }: OffersTools): Offers {
  const callbacks = new Map<string, (item: SharedItem, offered: OfferOutcome) => void>();
  const { offers } = store.shared;
  const newJobs = new Map<number, readonly number[]>();

  /** For an approval of its cost, or a look at its trial. */
  function isWaiting(localBatch: number | null): boolean {
    const batch = localBatch === null ? null : store.batches.get(localBatch);
    return batch !== null && (batch.held || batch.trial != null);
  }

  const flush = coalesce(async () => {
    for (let rows = offers.list(atOnce); rows.length > 0; rows = offers.list(atOnce)) {
      await makeKnown();
      const all = rows as readonly { readonly id: number; readonly item: StoredOffer }[];
      const those = all.filter(({ item }) => item.batch.key === all[0]?.item.batch.key);
      const { batch, localBatch = null } = all[0]!.item;
      // Before the jobs, or the mirror would show them in a batch of their own.
      if (localBatch !== null && store.batches.get(localBatch) !== null)
        store.shared.keepBatch(await work.openBatch(batch), localBatch);
      const items = those.map(({ item: { localBatch: _, ...item } }): SharedItem => item);
      const answers = await work.offer(items, isWaiting(localBatch));
      offers.done(those.map(({ id }) => id));
      for (const [index, item] of items.entries()) {
        const answer = answers[index];
        if (answer === undefined) continue;
        callbacks.get(item.batch.key)?.(item, answer);
        if (localBatch !== null && answer.isNew && answer.id !== null)
          newJobs.set(localBatch, [...(newJobs.get(localBatch) ?? []), answer.id]);
      }
      onChange(true);
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
      const staying = rest.filter(({ sourcePath }) => shares.holds(sourcePath)).length;
      if (staying > 0) onStay(staying);
      const { localBatch = null } = terms;
      offers.add(items.map((item): StoredOffer => ({ ...item, localBatch })));
      onChange(false);
      return rest;
    },
  };
}

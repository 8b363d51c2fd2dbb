/** Photographs on their way into the studio's queue: kept here until the studio has them, however long its database is away. */
import { coalesce } from '../files/coalesce.ts';
import type { NewJob, Store } from '../store/index.ts';
import { type OfferTerms, toSharedItem } from './convert-jobs.ts';
import type { OfferOutcome, SharedItem, SharedWork } from './queue-types.ts';
import type { Shares } from './share-paths.ts';

export interface Offers {
  /** See `Station.offer`. */
  offer(
    jobs: readonly NewJob[],
    terms: OfferTerms,
    onOffered?: (item: SharedItem, offered: OfferOutcome) => void,
  ): Promise<NewJob[]>;
  /** Offers all there are. @throws StudioUnreachable; what was not heard stays */
  flush(): Promise<void>;
}

interface OffersTools {
  readonly store: Pick<Store, 'shared'>;
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

export function createOffers({ store, work, shares, register: makeKnown, onChange, onStay }: OffersTools): Offers {
  const callbacks = new Map<string, (item: SharedItem, offered: OfferOutcome) => void>();
  const { offers } = store.shared;

  const flush = coalesce(async () => {
    for (let rows = offers.list(atOnce); rows.length > 0; rows = offers.list(atOnce)) {
      await makeKnown();
      const all = rows as readonly { readonly id: number; readonly item: SharedItem }[];
      const those = all.filter(({ item }) => item.batch.key === all[0]?.item.batch.key);
      const answers = await work.offer(those.map(({ item }) => item));
      offers.done(those.map(({ id }) => id));
      for (const [index, { item }] of those.entries()) {
        const answer = answers[index];
        if (answer !== undefined) callbacks.get(item.batch.key)?.(item, answer);
      }
      onChange(true);
    }
  });

  return {
    flush,
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
      offers.add(items);
      onChange(false);
      return rest;
    },
  };
}

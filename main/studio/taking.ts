/** Shared jobs that this station has taken, made jobs of its own: what cannot be done here goes back, what nobody can do has failed. */
import { say } from '../../preload/contract/sentence.ts';
import type { NewJob, Store } from '../store/index.ts';
import { StudioAway } from './database/connection.ts';
import { isShareAway, refusalOf, toLocal } from './local-jobs.ts';
import type { SharedWork, Taken } from './shared-types.ts';
import type { Shares } from './shares.ts';

export interface Taking {
  /** Makes it a job of this station. @throws StudioAway */
  takeUp(taken: Taken): Promise<void>;
  /** After a start: what the studio says this station has. @throws StudioAway */
  resume(): Promise<void>;
}

interface TakingTools {
  readonly store: Pick<Store, 'shared' | 'jobs' | 'batches' | 'transaction'>;
  readonly work: SharedWork;
  readonly shares: Shares;
  /** The profile here that stands for a service; null where there is none. */
  readonly profileOf: (serviceId: string) => string | null;
  readonly onFault: (fault: unknown) => void;
}

export function createTaking({ store, work, shares, profileOf, onFault: fault }: TakingTools): Taking {
  async function takeUp(taken: Taken): Promise<void> {
    const { item, id, fence: number } = taken;
    const profileId = profileOf(item.service.id);
    try {
      if (profileId === null) throw new NotHere();
      const job = await toLocal(item, profileId, shares);
      bind(taken, job);
    } catch (error) {
      if (error instanceof StudioAway) throw error;
      if (isShareAway(error) || error instanceof NotHere) await work.release({ id, fence: number });
      else {
        fault(error);
        await work.settled({ id, fence: number }, { state: 'failed', error: refusalOf(error), results: [] });
      }
    }
  }

  function bind({ id, fence: number, item, counter, follows, batch }: Taken, job: NewJob): void {
    store.transaction(() => {
      const before = store.shared.byShared(id);
      if (before !== null) {
        if (before.fence !== null) store.shared.lose(before.jobId, say('studio.job.begunAnew'));
        store.shared.free(id);
      }
      const known = store.shared.batchOf(batch);
      const into =
        known !== null && store.batches.get(known) !== null
          ? { batchId: known }
          : { title: item.batch.title, origin: 'command' as const, folderId: null };
      // What was done for it here before is over: it is not gone on with.
      const again = before !== null && follows === null;
      const add = (anew: boolean) => store.jobs.add(into, [anew ? { ...job, again: true } : job]);
      let added = add(again);
      const idOf = () => [...added.jobIds, ...added.resumed, ...added.undecided, ...added.finished][0];
      let jobId = idOf();
      if (jobId !== undefined && store.shared.of(jobId) !== null) {
        added = add(true);
        jobId = idOf();
      }
      if (jobId === undefined) throw new Error(`Nothing came of the shared job ${id}.`);
      if (added.batchId !== null) store.shared.keepBatch(batch, added.batchId);
      store.shared.bind(jobId, { sharedId: id, fence: number, counter: added.jobIds.length > 0 ? counter : null });
    });
  }

  /** After a start: what the studio says this station has. */
  async function resume(): Promise<void> {
    for (const taken of await work.held()) {
      const here = store.shared.byShared(taken.id);
      if (here === null || here.fence === null) await takeUp(taken);
      else if (here.fence !== taken.fence) store.shared.refence(here.jobId, taken.fence);
    }
  }

  return { takeUp, resume };
}

/** Of an item whose service this station has not, or not any more. */
class NotHere extends Error {}

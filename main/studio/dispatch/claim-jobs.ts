/** Shared jobs that this station has taken, made jobs of its own: what cannot be done here goes back, what nobody can do has failed. */
import type { JobState } from '../../../contract/jobs/job.ts';
import { msg } from '../../../contract/messages/message.ts';
import type { NewJob, Store } from '../../store/index.ts';
import { StudioUnreachable } from '../connection/connection.ts';
import type { ClaimedJob, SharedWork } from '../queue/queue-types.ts';
import type { Shares } from '../shares/share-paths.ts';
import { isShareUnreachable, rejectionError, toLocalJob } from './convert-jobs.ts';

export interface JobClaims {
  /** Makes it a job of this station. @throws StudioUnreachable */
  takeUp(taken: ClaimedJob): Promise<void>;
  /** What the studio says this station has, and it does not know of: after a start, or where an answer of the database was lost. @throws StudioUnreachable */
  resume(): Promise<void>;
}

interface TakingTools {
  readonly store: Pick<Store, 'shared' | 'mirrored' | 'jobs' | 'actions' | 'batches' | 'transaction'>;
  readonly work: SharedWork;
  readonly shares: Shares;
  /** The profile here that stands for a service; null where there is none. */
  readonly profileOf: (serviceId: string) => string | null;
  readonly onFault: (fault: unknown) => void;
}

export function createJobClaims({ store, work, shares, profileOf, onFault: fault }: TakingTools): JobClaims {
  async function resumeClaimed(taken: ClaimedJob): Promise<void> {
    const { item, id, fence: number, service } = taken;
    try {
      const profileId = profileOf(service);
      if (profileId === null) throw new NotHere();
      const job = await toLocalJob(item, profileId, shares);
      bind(taken, job);
    } catch (error) {
      if (error instanceof StudioUnreachable) throw error;
      if (isShareUnreachable(error) || error instanceof NotHere) await work.release({ id, fence: number });
      else {
        fault(error);
        await work.settled({ id, fence: number }, { state: 'failed', error: rejectionError(error), results: [] });
      }
    }
  }

  function bind({ id, fence: number, item, counter, follows, batch }: ClaimedJob, job: NewJob): void {
    store.transaction(() => {
      store.mirrored.takeOver(id, () => rebind({ id, fence: number, item, counter, follows, batch }, job));
    });
  }

  /** The new job's id, or null where one that was here goes on. */
  function rebind(
    { id, fence: number, item, counter, follows, batch }: Omit<ClaimedJob, 'service'>,
    job: NewJob,
  ): number | null {
    const before = store.shared.byShared(id);
    if (before !== null) {
      const wasPlacedHere = store.shared.doneBeside().some(({ jobId }) => jobId === before.jobId);
      if (before.fence !== null) store.shared.lose(before.jobId, msg('studio.job.begunAnew'));
      store.shared.free(id);
      if (follows === null && isTakenUpAgain(before.jobId, wasPlacedHere, job)) {
        store.shared.bind(before.jobId, { sharedId: id, fence: number, counter: null });
        return null;
      }
    }
    const known = store.shared.batchOf(batch);
    const batchTarget =
      known !== null && store.batches.get(known) !== null
        ? { batchId: known }
        : { title: item.batch.title, origin: 'command' as const, folderId: null };
    // What was done for it here before is over: it is not gone on with.
    const needsRepeat = before !== null && follows === null;
    // The studio has released it: the trial of its batch does not hold it.
    const add = (isRepeat: boolean) =>
      store.jobs.add(batchTarget, [isRepeat ? { ...job, again: true } : job], { isReleased: true });
    let added = add(needsRepeat);
    const idOf = () => [...added.jobIds, ...added.resumed, ...added.undecided, ...added.finished][0];
    let jobId = idOf();
    if (jobId !== undefined && store.shared.of(jobId) !== null) {
      added = add(true);
      jobId = idOf();
    }
    if (jobId === undefined) throw new Error(`Nothing came of the shared job ${id}.`);
    if (added.batchId !== null) store.shared.keepBatch(batch, added.batchId);
    const isNew = added.jobIds.length > 0;
    store.shared.bind(jobId, { sharedId: id, fence: number, counter: isNew ? counter : null });
    return isNew ? jobId : null;
  }

  /**
   * What came to no result here goes on as the job it was, with what is paid of it: a second job of the same content would share its fate, or
   * its result. Whether it may be sent is asked before that, as ever.
   */
  function isTakenUpAgain(jobId: number, wasPlacedHere: boolean, { sourcePath, outputFolder }: NewJob): boolean {
    const before = store.jobs.get(jobId);
    if (before?.sourcePath !== sourcePath || before.outputFolder !== outputFolder) return false;
    const { actions } = store;
    switch (before.state) {
      case 'uncertain':
        return actions.decide([jobId], 'send-again').includes(jobId);
      case 'failed':
      case 'cancelled':
        return actions.retry([jobId], true).includes(jobId);
      default:
        // Placed here while somebody else had it, who came to no result.
        return wasPlacedHere;
    }
  }

  async function resume(): Promise<void> {
    const known = [...store.shared.open().map(({ sharedId }) => sharedId), ...store.shared.unheard()];
    for (const taken of await work.held(known)) {
      const localJob = store.shared.byShared(taken.id);
      if (localJob === null || store.mirrored.among([localJob.jobId]).length > 0) await resumeClaimed(taken);
      else continueLocally(localJob.jobId, localJob.state, taken);
    }
  }

  /** What is at rest here is told of once more; what was given up as another's goes on with what it has. */
  function continueLocally(jobId: number, state: JobState, { id, fence: number }: ClaimedJob): void {
    store.transaction(() => {
      store.shared.refence(jobId, number);
      if (state === 'cancelled') store.actions.retry([jobId], true);
      else store.shared.bind(jobId, { sharedId: id, fence: number, counter: null });
    });
  }

  return { takeUp: resumeClaimed, resume };
}

/** Of an item whose service this station has not, or not any more. */
class NotHere extends Error {}

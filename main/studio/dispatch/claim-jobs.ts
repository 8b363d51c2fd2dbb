/** Claimed jobs become local ones. They are released if this station cannot process them, and fail if none can. */
import type { JobError, JobState } from '../../../contract/jobs/job.ts';
import { msg, UserFacingError } from '../../../contract/messages/message.ts';
import type { NewJob, Store } from '../../store/index.ts';
import { StudioUnreachable } from '../connection/studio-database.ts';
import type { ClaimedJob, SharedWork } from '../queue/queue-types.ts';
import type { Shares } from '../shares/shared-path.ts';
import { toLocalJob } from './convert-jobs.ts';

export interface ClaimContext {
  readonly store: Pick<Store, 'shared' | 'mirrored' | 'jobs' | 'actions' | 'batches' | 'transaction'>;
  readonly work: SharedWork;
  readonly shares: Shares;
  /** Finds the local profile of a service. */
  readonly profileOf: (serviceId: string) => string | null;
  readonly onError: (error: unknown) => void;
}

/** Makes a claimed job a local one. @throws StudioUnreachable */
export async function addClaimedJob(context: ClaimContext, claimed: ClaimedJob): Promise<void> {
  const { store, work, shares, profileOf, onError } = context;
  const profileId = profileOf(claimed.service);
  if (profileId === null) {
    await work.release(claimed);
    return;
  }
  try {
    const job = await toLocalJob(claimed.item, profileId, shares);
    store.transaction(() => store.mirrored.takeOver(claimed.id, () => bindLocalJob(store, claimed, job)));
  } catch (error) {
    if (error instanceof StudioUnreachable) throw error;
    if (isShareUnreachable(error)) await work.release(claimed);
    else {
      onError(error);
      await work.settle(claimed, { state: 'failed', error: rejectionError(error), results: [] });
    }
  }
}

/** Adds claimed jobs missing here, after a start or a lost response. @throws StudioUnreachable */
export async function resumeClaimedJobs(context: ClaimContext): Promise<void> {
  const { store, work } = context;
  const known = [...store.shared.open().map(({ sharedId }) => sharedId), ...store.shared.unheard()];
  for (const claimed of await work.listClaimed(known)) {
    const local = store.shared.byShared(claimed.id);
    if (local === null || store.mirrored.among([local.jobId]).length > 0) await addClaimedJob(context, claimed);
    else continueLocalJob(store, local, claimed);
  }
}

/** Reports a final job again, or continues a canceled one. */
function continueLocalJob(
  store: ClaimContext['store'],
  { jobId, state }: { readonly jobId: number; readonly state: JobState },
  { id, fence }: ClaimedJob,
): void {
  store.transaction(() => {
    store.shared.refence(jobId, fence);
    if (state === 'cancelled') store.actions.retry([jobId], true);
    else store.shared.bind(jobId, { sharedId: id, fence, counter: null });
  });
}

/** Returns the id of the new job, or null if an existing one continues. */
function bindLocalJob(store: ClaimContext['store'], claimed: ClaimedJob, job: NewJob): number | null {
  const { id, fence, counter, follows, batch } = claimed;
  const earlier = store.shared.byShared(id);
  if (earlier !== null) {
    const wasPlacedHere = store.shared.doneBeside().some(({ jobId }) => jobId === earlier.jobId);
    if (earlier.fence !== null) store.shared.lose(earlier.jobId, msg('studio.job.begunAnew'));
    store.shared.free(id);
    if (follows === null && canResumeJob(store, earlier.jobId, wasPlacedHere, job)) {
      store.shared.bind(earlier.jobId, { sharedId: id, fence, counter: null });
      return null;
    }
  }
  // Do not resume an earlier job of this item: its work is over.
  const added = addLocalJob(store, claimed, job, earlier !== null && follows === null);
  if (added.batchId !== null) store.shared.keepBatch(batch, added.batchId);
  store.shared.bind(added.jobId, { sharedId: id, fence, counter: added.isNew ? counter : null });
  return added.isNew ? added.jobId : null;
}

function addLocalJob(store: ClaimContext['store'], { id, item, batch }: ClaimedJob, job: NewJob, needsRepeat: boolean) {
  const localBatch = store.shared.batchOf(batch);
  const target =
    localBatch !== null && store.batches.get(localBatch) !== null
      ? { batchId: localBatch }
      : { title: item.batch.title, origin: 'command' as const, folderId: null };
  const add = (isRepeat: boolean) => {
    // The studio has released the job, so that no trial holds it.
    const added = store.jobs.add(target, [isRepeat ? { ...job, again: true } : job], { isReleased: true });
    const [jobId] = [...added.jobIds, ...added.resumed, ...added.undecided, ...added.finished];
    return { jobId, batchId: added.batchId, isNew: added.jobIds.length > 0 };
  };
  let added = add(needsRepeat);
  if (added.jobId !== undefined && store.shared.of(added.jobId) !== null) added = add(true);
  const { jobId } = added;
  if (jobId === undefined) throw new Error(`The shared job ${id} could not be added.`);
  return { ...added, jobId };
}

/** Resumes the earlier job if it has no result, with everything already paid for it. */
function canResumeJob(
  { jobs, actions }: ClaimContext['store'],
  jobId: number,
  wasPlacedHere: boolean,
  { sourcePath, outputFolder }: NewJob,
): boolean {
  const earlier = jobs.get(jobId);
  if (earlier?.sourcePath !== sourcePath || earlier.outputFolder !== outputFolder) return false;
  switch (earlier.state) {
    case 'uncertain':
      return actions.decide([jobId], 'send-again').includes(jobId);
    case 'failed':
    case 'cancelled':
      return actions.retry([jobId], true).includes(jobId);
    default:
      return wasPlacedHere;
  }
}

function isShareUnreachable(error: unknown): boolean {
  return (
    error instanceof UserFacingError &&
    typeof error.sentence !== 'string' &&
    error.sentence.key === 'studio.share.unreachable'
  );
}

function rejectionError(error: unknown): JobError {
  const message = error instanceof UserFacingError ? error.sentence : { key: 'pipeline.fault' as const };
  return { kind: 'input', code: 'NOT_IN_SHARE', message, advice: 'edit-recipe', requestId: null, logId: null };
}

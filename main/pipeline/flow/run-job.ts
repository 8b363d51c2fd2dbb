/** Carries a job from stage to stage until it is final, parked or back in the queue. */
import type { JobError } from '../../../contract/jobs/job.ts';
import { isSameMessage } from '../../../contract/messages/message.ts';
import type { PinnedFile } from '../../imaging/container/pinned-files.ts';
import { raceAbort } from '../../service/abortable.ts';
import type { ServiceFailure } from '../../service/errors/service-failure.ts';
import { type RequestOutcome, requestOutcome } from '../../service/throttle/request-limiter.ts';
import { type Job, LostLease, troubleOf } from '../../store/index.ts';
import { isDiskFull, type Outcome, outcomeOf } from '../stage-outcome.ts';
import { fetchResults } from '../stages/fetch.ts';
import { place } from '../stages/place.ts';
import { poll } from '../stages/poll.ts';
import { prepare } from '../stages/prepare.ts';
import type { StageContext } from '../stages/stage-types.ts';
import { submit, uncertainOutcome } from '../stages/submit.ts';
import { removeWorkFolder } from '../stages/work/work-folder.ts';
import { applyOutcome } from './outcomes/apply-outcome.ts';
import { checkFenceBeforePlacing, checkFenceBeforeSending } from './permits/studio-fence.ts';
import type { PollResult } from './permits/task-poller.ts';
import { needsWorkFolder } from './recover-jobs.ts';
import { createStageContext, type Run, type RunContext } from './stage-context.ts';

/** Larger files are released before the upload, because a response may take long. */
const maxPinnedBytesAtService = 2 * 1024 * 1024;
/** One per second while the queue stops. */
const maxWritesWhileStopping = 10;

export async function runJob(first: Job, run: Run, context: RunContext): Promise<void> {
  const { store } = context;
  let job: Job | null = first;
  /** Null after another has taken it. */
  let last: Job | null = null;
  const pinned: PinnedFile[] = [];
  try {
    while (job !== null) {
      const outcome: Outcome = context.canContinue(job) ? await runStage(job, run, context, pinned) : { kind: 'back' };
      if (outcome.kind === 'next' && outcome.to === 'submitting') releaseLarge(pinned);
      last = await saveOutcome(job, outcome, context);
      if (outcome.kind === 'next') await outcome.after?.().catch((error: unknown) => context.onFault(error, first.id));
      job = last.lease === null ? null : last;
    }
  } catch (error) {
    last = null;
    if (error instanceof LostLease || job === null) return;
    context.onFault(error, first.id);
    // Release the lease, and do not send the job again unasked. If this fails too, `recover` does it.
    const fallback = job.state === 'submitting' ? uncertainOutcome('ANSWER_NOT_KEPT') : outcomeOf(error);
    await saveOutcome(job, fallback, context);
  } finally {
    for (const file of pinned) file.release();
    run.slot?.release('unknown');
    context.outputs.left(first.id);
    last ??= store.jobs.get(first.id);
    if (last?.state !== 'waiting') store.progress.clear(first.id);
    if (last === null || !needsWorkFolder(store, last, context.clock.now()))
      await removeWorkFolder(store.workFolder, first.id);
  }
}

function releaseLarge(pinned: readonly PinnedFile[]): void {
  for (const file of pinned) if (file.bytes.length > maxPinnedBytesAtService) file.release();
}

/**
 * Writes an outcome. Retries while the database is unavailable, because only this process knows of the charge.
 * Resolves when the write is durable, because a request or removal may follow. Fetching need not wait, and placing syncs
 * the notes of its files.
 */
async function saveOutcome(job: Job, outcome: Outcome, context: RunContext): Promise<Job> {
  const { store } = context;
  const apply = () => applyOutcome(job, outcome, context);
  const needsSync = outcome.kind === 'next' && outcome.needsSync;
  const saved = await retryWrite(() => (needsSync ? store.transaction(apply) : store.commitTogether(apply)), context);
  if (outcome.kind === 'closed') context.outputs.close(outcome.closed);
  const next = outcome.kind === 'next' ? outcome.to : null;
  if (next === 'placing') return saved;
  const onDisk = retryWrite(store.onDisk, context);
  // The next write reports its error.
  if (next === 'fetching') onDisk.catch(() => undefined);
  else await onDisk;
  return saved;
}

async function retryWrite<T>(write: () => T | Promise<T>, { isStopping, clock }: RunContext): Promise<T> {
  for (let closing = 0; ; closing += isStopping() ? 1 : 0) {
    try {
      return await write();
    } catch (error) {
      const trouble = troubleOf(error);
      if ((trouble !== 'locked' && trouble !== 'full') || closing >= maxWritesWhileStopping) throw error;
    }
    await new Promise<void>((resolve) => clock.after(1000, resolve));
  }
}

/** Runs the stage of the job's state. Errors become outcomes. */
async function runStage(job: Job, run: Run, context: RunContext, pinned: PinnedFile[]): Promise<Outcome> {
  let requestEnd: RequestOutcome = 'answered';
  try {
    const outcome = await startStage(job, run, context, createStageContext(job, run, context, pinned));
    if (outcome.kind !== 'next') requestEnd = 'unknown';
    return outcome;
  } catch (error) {
    requestEnd = requestOutcome(error);
    return outcomeOfError(error, run, context);
  } finally {
    if (job.state === 'submitting') {
      run.slot?.release(requestEnd);
      run.slot = null;
    }
  }
}

async function startStage(job: Job, run: Run, context: RunContext, stageContext: StageContext): Promise<Outcome> {
  const { progress } = context.store;
  switch (job.state) {
    case 'preparing': {
      run.phase = 'preparing';
      progress.set(job.id, 'preparing', null);
      const outcome = await prepare(job, stageContext);
      return outcome.kind === 'next' && outcome.to === 'submitting'
        ? permitSending(job, outcome, run, context, stageContext)
        : outcome;
    }
    case 'submitting':
      run.phase = 'submitting';
      progress.set(job.id, 'sending', 0);
      return submit(job, stageContext);
    case 'fetching':
      run.phase = 'fetching';
      progress.set(job.id, 'receiving', null);
      return fetchResults(job, stageContext);
    case 'placing':
      run.phase = 'placing';
      progress.set(job.id, 'writing', null);
      return (await checkFenceBeforePlacing(job, context.fence)) ?? place(job, stageContext);
    default:
      throw new Error(`A job that is ${job.state} has no stage.`);
  }
}

/** Waits for an upload slot, the balance, the limits and the studio. Until it returns, a crash leaves no doubt. */
async function permitSending(
  job: Job,
  prepared: Extract<Outcome, { kind: 'next' }>,
  run: Run,
  context: RunContext,
  stageContext: StageContext,
): Promise<Outcome> {
  const { signal } = run.abort;
  const { limits, evidence } = context;
  run.slot = await run.lane.enter(signal);
  await raceAbort(evidence.before(job.profileId), signal);
  const { client } = await stageContext.service();
  const stopLane = (failure: ServiceFailure) => run.lane.stop(failure);
  const onCapped = (ms: number) => limits.refuseShared(job, ms, stopLane);
  const outcome =
    limits.outcomeIfRefused(job, stopLane) ?? (await checkFenceBeforeSending(job, prepared, context, onCapped));
  if (outcome === prepared) return limits.withReservation(job, prepared, client.accountId, stopLane);
  run.slot.release('unknown');
  run.slot = null;
  return outcome;
}

export async function pollJob(run: Run, context: RunContext): Promise<PollResult> {
  const job = context.store.jobs.get(run.jobId);
  if (job?.state !== 'waiting') return 'done';
  const stageContext = createStageContext(job, run, context, []);
  run.slot = stageContext.tryAcquireSlot('query');
  if (run.slot === null) return 'pending';
  let requestEnd: RequestOutcome = 'answered';
  const outcome = await poll(job, stageContext, (failure) => {
    requestEnd = failure;
  }).catch((error: unknown) => {
    requestEnd = requestOutcome(error);
    return outcomeOfError(error, run, context);
  });
  run.slot.release(requestEnd);
  try {
    switch (outcome.kind) {
      case 'pending':
        showTaskTrouble(job, null, context);
        return 'pending';
      case 'unreadable':
        showTaskTrouble(job, outcome.warning, context);
        return 'failed';
      case 'back':
      // The task is paid, and is queried until it expires.
      case 'wait':
      case 'stop':
        return 'pending';
      default:
        await saveOutcome(job, outcome, context);
    }
  } catch (error) {
    if (!(error instanceof LostLease)) throw error;
  }
  return 'done';
}

/** Shows why a task cannot be read; null removes the message. */
function showTaskTrouble(job: Job, warning: JobError | null, { store }: RunContext): void {
  if (warning === null ? job.error === null : isSameMessage(warning.message, job.error?.message)) return;
  const event = warning && ({ kind: 'notice', text: warning.message } as const);
  store.moves.park(job, { error: warning, ...(event ? { event } : {}) });
}

function outcomeOfError(error: unknown, run: Run, context: RunContext): Outcome {
  const { signal } = run.abort;
  if (signal.aborted && error === signal.reason) return { kind: 'back' };
  const outcome = outcomeOf(error);
  if (outcome.kind === 'wait' && isDiskFull(outcome.error)) context.store.trouble.noteFull();
  if (outcome.kind === 'fail' && outcome.error.kind === 'internal') context.onFault(error, run.jobId);
  return outcome;
}

/** Carries one job from stage to stage until it rests, waits at the service, or is put off. */
import type { JobError } from '../../../contract/jobs/job.ts';
import { isSameMessage } from '../../../contract/messages/message.ts';
import { builtInProfileId } from '../../../contract/services/profile.ts';
import { type PinnedFile as FileHold, pinFile } from '../../imaging/container/pinned-files.ts';
import { raceAbort } from '../../service/abortable.ts';
import type { ServiceFailure } from '../../service/errors/service-failure.ts';
import type { Services } from '../../service/services.ts';
import { hasExpired } from '../../service/throttle/poll-schedule.ts';
import { type RequestOutcome, type RequestSlot, requestOutcome } from '../../service/throttle/request-limiter.ts';
import { type Job, type JobLease, LostLease, troubleOf } from '../../store/index.ts';
import type { OutputFolders } from '../output/output-folders.ts';
import type { FolderMaker } from '../output/target-folder.ts';
import type { EvidenceKeeper } from '../spending/balance-evidence.ts';
import type { SpendingLimits } from '../spending/spending-limits.ts';
import { isDiskFull, type Outcome, outcomeOf } from '../stage-outcome.ts';
import { fetchResults } from '../stages/fetch.ts';
import { place } from '../stages/place.ts';
import { poll } from '../stages/poll.ts';
import { prepare } from '../stages/prepare.ts';
import type { StageContext } from '../stages/stage-types.ts';
import { submit, uncertainOutcome } from '../stages/submit.ts';
import { removeWorkFolder, workFolder } from '../stages/work-folder.ts';
import { applyOutcome, type OutcomeContext } from './apply-outcome.ts';
import type { CrashRisks } from './crash-risks.ts';
import { needsWorkFolder } from './recover-jobs.ts';
import type { Semaphore } from './semaphore.ts';
import type { Lane } from './service-lane.ts';
import { checkFenceBeforePlacing, checkFenceBeforeSending, type Fence } from './studio-fence.ts';
import type { Poller, PollResult } from './task-poller.ts';

/** A job somebody is at work on in this process. */
export interface Run {
  readonly jobId: number;
  /** Null while a task is asked for: that needs none. */
  readonly lease: string | null;
  readonly lane: Lane;
  readonly abort: AbortController;
  /** How far it is; `sent` = the upload has left whole and there is no answer yet. */
  phase: 'preparing' | 'submitting' | 'sent' | 'polling' | 'fetching' | 'placing';
  /** Leave to make the request (an upload's from before the job counts as being sent) until it was answered. */
  slot: RequestSlot | null;
}

export interface RunTools extends OutcomeContext {
  /** For what keeps this computer busy, and takes its memory: reading and making pictures. */
  readonly local: Semaphore;
  readonly risks: CrashRisks;
  readonly fence: Fence;
  readonly caps: SpendingLimits;
  readonly evidence: Pick<EvidenceKeeper, 'before'>;
  /** True when Burnish is being closed. */
  readonly isStopping: () => boolean;
  /** False when Burnish is being closed, and the job's next stage is not to be begun. */
  readonly canContinue: (job: Job) => boolean;
  /** ms that this process has been asking for a job's task. */
  readonly followedMs: (jobId: number) => number;
  /** See `Poller`. */
  readonly noteTaskTrouble: Poller['noteTrouble'];
  readonly claimQuery: Poller['claimQuery'];
  /** Makes good a wall clock that was set: called before anything is called overdue by it. */
  readonly checkClocks: () => void;
  /** Told of errors nobody foresaw. */
  readonly onFault: (error: unknown, jobId: number) => void;
  readonly services: Pick<Services, 'clientFor'>;
  readonly maker: FolderMaker;
  readonly outputs: OutputFolders;
  /** Moves a file to the system's trash; null where there is none. */
  readonly trash: StageContext['trash'];
}

/** Resolves when nobody is at work on the job any more. `first` holds the job's lease. */
export async function runJob(first: Job, run: Run, deps: RunTools): Promise<void> {
  const { store } = deps;
  let job: Job | null = first;
  const held: FileHold[] = [];
  try {
    while (job !== null) {
      const outcome: Outcome = deps.canContinue(job) ? await attempt(job, run, deps, held) : { kind: 'back' };
      // A service may take its time.
      if (outcome.kind === 'next' && outcome.to === 'submitting') releaseLarge(held);
      const hold = await settlePatiently(job, outcome, deps);
      if (outcome.kind === 'next') await outcome.after?.().catch((error: unknown) => deps.onFault(error, first.id));
      job = hold.lease === null ? null : store.jobs.get(job.id);
    }
  } catch (error) {
    if (error instanceof LostLease || job === null) return;
    deps.onFault(error, first.id);
    // What became of it could not be written. It must not stay as if somebody was at work on it (should this fail too,
    // `recover` finds it), and what was sent must not be sent again unasked.
    await settlePatiently(
      job,
      job.state === 'submitting' ? uncertainOutcome('ANSWER_NOT_KEPT') : outcomeOf(error),
      deps,
    );
  } finally {
    for (const file of held) file.release();
    run.slot?.release('unknown');
    deps.outputs.left(first.id);
    const last = store.jobs.get(first.id);
    if (last?.state !== 'waiting') store.progress.clear(first.id);
    if (last === null || !needsWorkFolder(store, last, deps.clock.now()))
      await removeWorkFolder(store.workFolder, first.id);
  }
}

/** Bytes of a file that stay in memory while its job waits for the service. */
const maxBytesWhileWaiting = 2 * 1024 * 1024;

function releaseLarge(held: readonly FileHold[]): void {
  for (const file of held) if (file.bytes.length > maxBytesWhileWaiting) file.release();
}

/** So often (every second) an answer that cannot be written is held once Burnish is being closed. */
const lastTries = 10;

/**
 * What became of a job may be paid, and is known only here: it is held until the database can be written to. Resolves once a
 * power cut takes nothing of it, and so before anything is sent or removed that follows from it; work on a result that is here, or
 * at the service for as long as it likes, begins meanwhile.
 */
async function settlePatiently(job: Job, outcome: Outcome, deps: RunTools): Promise<JobLease> {
  const hold = await patiently(() => applyOutcome(job, outcome, deps), deps);
  if (outcome.kind === 'closed') deps.outputs.close(outcome.closed);
  const onDisk = patiently(deps.store.onDisk, deps);
  if (outcome.kind !== 'next' || (outcome.to !== 'fetching' && outcome.to !== 'placing')) await onDisk;
  // The next move waits for this one as well, and says what is wrong with the disk.
  else onDisk.catch(() => undefined);
  return hold;
}

async function patiently<T>(work: () => T | Promise<T>, deps: RunTools): Promise<T> {
  for (let closing = 0; ; closing += deps.isStopping() ? 1 : 0) {
    try {
      return await work();
    } catch (error) {
      const problem = troubleOf(error);
      if ((problem !== 'locked' && problem !== 'full') || closing >= lastTries) throw error;
    }
    await new Promise<void>((resolve) => deps.clock.after(1000, resolve));
  }
}

/** Runs the stage of the job's state; every error becomes an outcome. */
async function attempt(job: Job, run: Run, deps: RunTools, held: FileHold[]): Promise<Outcome> {
  let ended: RequestOutcome = 'answered';
  try {
    const outcome = await stage(job, run, deps, held);
    if (outcome.kind !== 'next') ended = 'unknown';
    return outcome;
  } catch (error) {
    ended = requestOutcome(error);
    return ending(error, run, deps);
  } finally {
    if (job.state === 'submitting') {
      run.slot?.release(ended);
      run.slot = null;
    }
  }
}

async function stage(job: Job, run: Run, deps: RunTools, held: FileHold[]): Promise<Outcome> {
  const { store } = deps;
  const { signal } = run.abort;
  const stageContext = createStageContext(job, run, deps, held);
  switch (job.state) {
    case 'preparing': {
      run.phase = 'preparing';
      store.progress.set(job.id, 'preparing', null);
      const outcome = await prepare(job, stageContext);
      // Waits for its turn while it still counts as prepared only: what is being sent at a crash is uncertain.
      if (outcome.kind !== 'next' || outcome.to !== 'submitting') return outcome;
      run.slot = await run.lane.enter(signal);
      await raceAbort(deps.evidence.before(job.profileId), signal);
      const { client } = await stageContext.service();
      const stop = (failure: ServiceFailure) => run.lane.stop(failure);
      const fenced = deps.caps.outcomeIfRefused(job, stop) ?? (await checkFenceBeforeSending(job, outcome, deps));
      if (fenced === outcome) return deps.caps.withReservation(job, outcome, client.accountId, stop);
      run.slot.release('unknown');
      run.slot = null;
      return fenced;
    }
    case 'submitting':
      run.phase = 'submitting';
      store.progress.set(job.id, 'sending', 0);
      return submit(job, stageContext);
    case 'fetching':
      run.phase = 'fetching';
      store.progress.set(job.id, 'receiving', null);
      return fetchResults(job, stageContext);
    case 'placing':
      run.phase = 'placing';
      store.progress.set(job.id, 'writing', null);
      return (await checkFenceBeforePlacing(job, deps.fence)) ?? place(job, stageContext);
    default:
      throw new Error(`A job that is ${job.state} has no stage.`);
  }
}

/** Queries the task of a waiting job once, in the run's slot. The queue takes up the result. */
export async function pollJob(run: Run, deps: RunTools): Promise<PollResult> {
  const { store } = deps;
  const job = store.jobs.get(run.jobId);
  if (job?.state !== 'waiting') return 'done';
  const stageContext = createStageContext(job, run, deps, []);
  run.slot = stageContext.tryAcquireSlot('query');
  if (run.slot === null) return 'pending';
  let ended: RequestOutcome = 'answered';
  const outcome = await poll(job, stageContext, (failure) => {
    ended = failure;
  }).catch((error: unknown) => {
    ended = requestOutcome(error);
    return ending(error, run, deps);
  });
  run.slot.release(ended);
  try {
    switch (outcome.kind) {
      case 'pending':
      case 'unreadable':
        showTaskTrouble(job, outcome.kind === 'pending' ? null : outcome.warning, deps);
        return outcome.kind === 'pending' ? 'pending' : 'failed';
      case 'back':
      // Waiting longer costs nothing here: the task is paid, and is queried until its time is over.
      case 'wait':
      case 'stop':
        return 'pending';
      default:
        await settlePatiently(job, outcome, deps);
    }
  } catch (error) {
    if (!(error instanceof LostLease)) throw error;
  }
  return 'done';
}

/** Shows at a waiting job why its task can't be read, or no longer does. */
function showTaskTrouble(job: Job, warning: JobError | null, { store }: RunTools): void {
  if (warning === null ? job.error === null : isSameMessage(warning.message, job.error?.message)) return;
  const event = warning && ({ kind: 'notice', text: warning.message } as const);
  store.moves.park(job, { error: warning, ...(event ? { event } : {}) });
}

/** @param held what the stages hold, to be released when nobody is at work on the job any more */
function createStageContext(job: Job, run: Run, deps: RunTools, held: FileHold[]): StageContext {
  const { store, clock, canCharge, maker, outputs, trash } = deps;
  return {
    store,
    clock,
    signal: run.abort.signal,
    folder: workFolder(store.workFolder, job),
    service: () => raceAbort(run.lane.service(), run.abort.signal),
    available: () => raceAbort(run.lane.available(), run.abort.signal),
    onSent: () => {
      run.phase = 'sent';
    },
    askEngine: (work) =>
      deps.local.run(run.abort.signal, async () => {
        const engine = raceAbort(deps.services.clientFor(builtInProfileId), run.abort.signal);
        const { client, kind, charges } = await engine;
        // To look at a photograph must never cost anything, nor show it to anybody.
        if (kind !== 'built-in' || charges) throw new Error('The built-in engine is not what its profile leads to.');
        return work(client);
      }),
    tryAcquireSlot(kind) {
      const taskId = kind === 'query' ? store.stepRuns.get(job.id, job.step)?.taskId : null;
      if (taskId != null && (!run.lane.canStart('query') || !deps.claimQuery(job.profileId, taskId))) return null;
      return run.lane.tryAcquireSlot(kind);
    },
    atRisk: (work) => deps.local.run(run.abort.signal, () => deps.risks.run(job.id, work)),
    async hold(path) {
      const file = await pinFile(path);
      if (file !== null) held.push(file);
      return file;
    },
    canCharge: canCharge(job.profileId),
    guard: deps.fence.guardOf(job.id),
    reserve: (path, hash) => deps.fence.reserve(job.id, path, hash),
    isOver: () => {
      deps.checkClocks();
      const submittedAt = store.stepRuns.get(job.id, job.step)?.submittedAt ?? null;
      return submittedAt !== null && hasExpired(submittedAt, clock.now());
    },
    followedMs: () => deps.followedMs(job.id),
    noteTaskTrouble: (trouble) => deps.noteTaskTrouble(job.id, trouble),
    maker,
    outputs,
    trash,
  };
}

function ending(error: unknown, run: Run, deps: RunTools): Outcome {
  const { signal } = run.abort;
  if (signal.aborted && error === signal.reason) return { kind: 'back' };
  const outcome = outcomeOf(error);
  if (outcome.kind === 'wait' && isDiskFull(outcome.error)) deps.store.trouble.noteFull();
  if (outcome.kind === 'fail' && outcome.error.kind === 'internal') deps.onFault(error, run.jobId);
  return outcome;
}

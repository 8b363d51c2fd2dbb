/** The queue: claims jobs as services and this computer have room, and carries them through. Events and one timer drive it. */
import { availableParallelism } from 'node:os';
import { msg } from '../../../contract/messages/message.ts';
import { pollIntervalOf } from '../../../contract/services/profile.ts';
import { type Clock, systemClock } from '../../clock.ts';
import type { Services } from '../../service/services.ts';
import { type Job, LostLease, type Store, type StoreChange } from '../../store/index.ts';
import type { OutputFolders } from '../output/output-folders.ts';
import { createWatchedOutputs } from '../output/watched-outputs.ts';
import { evidenceKeeper } from '../spending/balance-evidence.ts';
import { createSpendingLimits, limitReachedCode } from '../spending/spending-limits.ts';
import { type Drained, standstill } from '../standstill.ts';
import { abortLostJobs } from './abort-lost-jobs.ts';
import { createCrashRisks } from './crash-risks.ts';
import { followSleep } from './follow-sleep.ts';
import { laneCapacity } from './lane-capacity.ts';
import { createLanes } from './lanes.ts';
import { recover, sweepWorkFolders } from './recover-jobs.ts';
import { canResume, resumeParkedJob } from './resume-parked-job.ts';
import { pollJob, type Run, type RunTools, runJob } from './run-job.ts';
import { createSemaphore } from './semaphore.ts';
import type { Lane } from './service-lane.ts';
import { type Fence, noStudioFence } from './studio-fence.ts';
import { createPoller, type PollResult } from './task-poller.ts';

export type { Drained } from '../standstill.ts';

/** Another process may have added jobs; and a timer may have been lost in sleep. */
const checkEveryMs = 2000;
/** At the end, what is waited for (`isWaitedFor`) is given this long. */
const patienceMs = 20_000;

export interface QueueOptions {
  readonly store: Store;
  readonly services: Pick<Services, 'clientFor' | 'available' | 'refreshCredits'>;
  readonly clock?: Clock;
  /** 0 to below 1; tests put their own. */
  readonly random?: () => number;
  /** Told of errors nobody foresaw; the job (null: the queue itself) gets over it, the log gets this. */
  readonly onFault?: (error: unknown, jobId: number | null) => void;
  /** Moves a file to the system's trash; absent where there is none. */
  readonly trash?: (path: string) => Promise<void>;
  /** Told when the computer has slept, as far as the clocks say so. */
  readonly onWake?: () => void;
  /** Where jobs may be shared with other stations. */
  readonly fence?: Fence;
}

export interface Queue {
  /** Puts right what a crash left behind, and begins. The caller has taken `store.queueLock`. */
  start(): void;
  /**
   * Ends in order: begins nothing new, breaks off what can be taken up again, and gives requests that were sent whole
   * the time to be answered, and results that are a studio's the time to be placed: `onWait` is told how long at most, in ms.
   * Everything left is in the database.
   */
  stop(onWait?: (ms: number) => void): Promise<void>;
  /** Resolves once there is nothing left to do, or nothing that goes on by itself; or when the queue is stopped. */
  drained(): Promise<Drained>;
  /** How a profile's service is doing; null before the queue had anything to do with it. */
  status(profileId: string): ReturnType<Lane['status']> | null;
  /** The user did something about a profile (a new key, more credits, "go on"). */
  resume(profileId: string): void;
  /** The computer is about to sleep: no request is begun before it wakes. */
  suspend(): void;
  /** How many requests at a time of a profile's account are this station's; null: all that the profile allows. */
  setShare(profileId: string, requests: number | null): void;
  /** Breaks off uploads of jobs that may be somebody else's, before they have left whole. */
  abortJob(jobIds: ReadonlySet<number>): void;
  /** It woke up: see `SleepFollower`. */
  wake(): void;
  /** While held, nothing new is begun; what is at a service is followed home. */
  setHeld(held: boolean): void;
  /** True while anything is being done for a job, here or at a service. */
  readonly isAtWork: boolean;
  /** Folders that take no results just now. */
  readonly outputs: Pick<OutputFolders, 'troubles' | 'tryNow'>;
}

export function createQueue(options: QueueOptions): Queue {
  const { store, services, clock = systemClock, random = Math.random, onFault = () => undefined } = options;
  const fence = options.fence ?? noStudioFence(store);
  const lanes = createLanes({ store, services, clock, random, onChange: notifyLanes });
  const runs = new Map<Run, Promise<void>>();
  const waiters: ((result: Drained) => void)[] = [];
  const local = createSemaphore(() => Math.min(4, availableParallelism()));
  const { maker, outputs } = createWatchedOutputs(store, clock, notifyLanes);
  const caps = createSpendingLimits(store, clock, lanes.charges);
  const evidence = evidenceKeeper({
    ...{ store, clock, canCharge: lanes.charges, isShared: lanes.isShared },
    ask: services.refreshCredits,
    onFault: (error) => onFault(error, null),
    onBalanceQueried: pumpSoon,
  });
  const deps: RunTools = {
    ...{
      store,
      services,
      maker,
      outputs,
      clock,
      random,
      local,
      onFault,
      fence,
      caps,
      evidence,
      risks: createCrashRisks(store),
    },
    canCharge: lanes.charges,
    followedMs: (jobId) => poller.age(jobId),
    noteTaskTrouble: (jobId, trouble) => poller.noteTrouble(jobId, trouble),
    claimQuery: (profileId, taskId) => poller.claimQuery(profileId, taskId),
    checkClocks: () => time.checkClocks(),
    trash: options.trash ?? null,
    isStopping: () => phase === 'stopping',
    canContinue: (job) => phase !== 'stopping' || (!hasGivenUp && isHereAlone(job)),
  };
  let phase: 'idle' | 'running' | 'stopping' = 'idle';
  let isPumpDue = false;
  let isHeld = false;
  let hasGivenUp = false;
  let cancelTimer: (() => void) | null = null;
  let unsubscribe: (() => void) | null = null;
  /** What a crash left is being removed. */
  let tidying: Promise<unknown> = Promise.resolve();

  const askTask = async (jobId: number): Promise<PollResult> => {
    const job = store.jobs.get(jobId);
    if (job?.state !== 'waiting') return 'done';
    const lane = lanes.getOrCreate(job.profileId);
    if (!fence.canPoll(jobId)) return 'pending';
    // A service that asked for a pause is not asked for tasks either.
    if (!lane.canStart('query')) return 'pending';
    const run: Run = { jobId, lease: null, lane, abort: new AbortController(), phase: 'polling', slot: null };
    let result: PollResult = 'failed';
    await track(run, async () => {
      result = await pollJob(run, deps);
    });
    return phase === 'running' ? result : 'done';
  };
  const poller = createPoller(clock, askTask, (profileId) => pollIntervalOf(store.profiles.get(profileId)));

  const onWake = options.onWake ?? (() => undefined);
  const time = followSleep({ clock, store, lanes, poller, runs: () => runs.keys(), onWake });

  /** A result that the others of a studio cannot get at. */
  const isHereAlone = ({ id, state }: Pick<Job, 'id' | 'state'>) =>
    (state === 'fetching' || state === 'placing') && store.shared.of(id) !== null;

  /** What is not broken off at the end: what may be paid for, and the others of a studio would have to pay again. */
  function isWaitedFor(run: Run): boolean {
    const job = store.jobs.get(run.jobId);
    if (job === null) return false;
    if (run.phase !== 'sent') return isHereAlone(job);
    // Other stations may know that an account charges which is free as far as this one knows: the studio goes by them.
    const isShared = store.shared.of(job.id) !== null && store.profiles.get(job.profileId)?.kind === 'remote';
    return isShared || lanes.charges(job.profileId);
  }

  /** A service or a folder is doing better, or worse. */
  function notifyLanes(): void {
    store.changes.list('profiles');
    pumpSoon();
  }

  /** Keeps account of work on a job; whatever it throws is told and ends here. */
  function track(run: Run, work: () => Promise<void>): Promise<void> {
    const done = work()
      .catch((error: unknown) => onFault(error, run.jobId))
      .finally(() => {
        runs.delete(run);
        pumpSoon();
      });
    runs.set(run, done);
    return done;
  }

  function startJob(job: Job): void {
    // One that was cancelled and begun again at once waits until the earlier work on it has ended.
    const earlier = [...runs].filter(([run]) => run.jobId === job.id).map(([, done]) => done);
    const run: Run = {
      jobId: job.id,
      lease: job.lease,
      lane: lanes.getOrCreate(job.profileId),
      abort: new AbortController(),
      phase: job.state === 'preparing' ? 'preparing' : 'fetching',
      slot: null,
    };
    void track(run, async () => {
      await Promise.all(earlier);
      await runJob(job, run, deps);
    });
  }

  /** Does whatever can be done now. A database that fails for a moment must not end the queue. */
  function pump(): void {
    isPumpDue = false;
    if (phase !== 'running') return;
    try {
      resumeParkedJobs();
      claimForAll();
      store.conditions.report('service', lanes.conditions());
      store.conditions.report('folder', outputs.conditions());
      notifyDrained();
      setTimer(store.moves.nextDue());
    } catch (error) {
      onFault(error, null);
      setTimer(null);
    }
  }

  function claimForAll(): void {
    const closed = outputs.closed();
    // Results need room in the work folder, and nothing is begun that could not be recorded.
    if (isHeld || store.trouble.now() !== null || closed.includes(store.workFolder)) return;
    for (const profileId of store.moves.profilesWithWork()) {
      const lane = lanes.getOrCreate(profileId);
      if (!lane.open()) continue;
      for (let left = laneCapacity(profileId, lane, runs.keys(), store); left > 0; left -= 1) {
        const job = store.moves.claim(profileId, closed);
        if (job === null) break;
        startJob(job);
      }
    }
  }

  function resumeParkedJobs(): void {
    const now = clock.now();
    for (const parked of store.moves.parked()) {
      const { id, profileId, state } = parked;
      if (state === 'waiting') follow(id, profileId);
      else if (canResume(parked, lanes.getOrCreate(profileId), outputs, now)) {
        const job = resumeParkedJob(id, state, store, outputs);
        if (job) startJob(job);
      }
    }
  }

  function follow(jobId: number, profileId: string): void {
    if (poller.has(jobId)) return;
    poller.add(jobId, profileId);
    store.progress.set(jobId, 'at-service', null);
  }

  function pumpSoon(): void {
    if (isPumpDue || phase !== 'running') return;
    isPumpDue = true;
    setImmediate(pump);
  }

  function setTimer(due: number | null): void {
    cancelTimer?.();
    const wait = due === null ? checkEveryMs : Math.min(checkEveryMs, Math.max(0, due - clock.now()));
    cancelTimer = clock.after(wait, () => {
      safely(rescan);
      pump();
    });
  }

  function safely(work: () => void): void {
    try {
      work();
    } catch (error) {
      onFault(error, null);
    }
  }

  function rescan(): void {
    time.checkClocks();
    store.readForeignChanges();
    const atWork = new Set([...runs.keys()].map(({ jobId }) => jobId));
    recover(store, (jobId) => atWork.has(jobId));
    evidence.check();
    lanes.resumeIf(limitReachedCode, canPayAgain);
  }

  /** True once what is next for a service would no longer cross the cap it was stopped for: a new day, a higher cap, a new balance. */
  function canPayAgain(profileId: string): boolean {
    const next = store.moves.next(profileId, outputs.closed());
    const refused = next && caps.findRefusal(next);
    if (refused?.cap === 'balance' || refused?.cap === 'unknown-balance') evidence.renew(profileId);
    return refused === null || refused.cap === 'batch';
  }

  function onChange(change: StoreChange): void {
    safely(() => abortLostJobs(change, { store, runs: runs.keys(), poller }));
    pumpSoon();
  }

  function notifyDrained(): void {
    if (waiters.length === 0 || runs.size > 0 || evidence.isBusy) return;
    const result = standstill(
      store.openWork(null),
      store.settings.read().paused,
      (profileId, need, folder) => lanes.blockOf(profileId, need) ?? outputs.blockOf(need, folder, store.workFolder),
    );
    if (result !== null && !evidence.settlesUp()) for (const resolve of waiters.splice(0)) resolve(result);
  }

  return {
    start() {
      if (phase !== 'idle') return;
      hasGivenUp = false;
      store.times.correct();
      store.perils.recall();
      recover(store);
      poller.start();
      store.ledger.dropPreviews();
      phase = 'running';
      unsubscribe = store.changes.subscribe(onChange);
      tidying = sweepWorkFolders(store, clock.now()).catch((error: unknown) => onFault(error, null));
      safely(evidence.check);
      pump();
    },
    async stop(onWait) {
      if (phase !== 'running') return;
      phase = 'stopping';
      unsubscribe?.();
      cancelTimer?.();
      poller.stop();
      const stopping = new Error('Burnish is being closed.');
      const patient = [...runs.keys()].filter(isWaitedFor);
      for (const run of runs.keys()) if (!patient.includes(run)) run.abort.abort(stopping);
      if (patient.length > 0) onWait?.(patienceMs);
      const giveUp = clock.after(patienceMs, () => {
        hasGivenUp = true;
        for (const run of patient) run.abort.abort(stopping);
      });
      while (runs.size > 0) await Promise.all(runs.values());
      await tidying;
      giveUp();
      outputs.end();
      lanes.close();
      phase = 'idle';
      for (const resolve of waiters.splice(0))
        resolve({ finished: false, because: msg('pipeline.closed'), reasons: [] });
    },
    drained() {
      return new Promise((resolve) => {
        waiters.push(resolve);
        pumpSoon();
      });
    },
    outputs,
    status: (profileId) => lanes.known(profileId)?.status() ?? null,
    resume(profileId) {
      lanes.known(profileId)?.resume();
      pumpSoon();
    },
    suspend: time.suspend,
    wake: time.wake,
    setShare: lanes.setShare,
    abortJob(jobIds) {
      for (const run of runs.keys())
        if (jobIds.has(run.jobId) && run.phase === 'submitting') run.abort.abort(new LostLease(run.jobId, run.phase));
    },
    setHeld(held) {
      isHeld = held;
      pumpSoon();
    },
    get isAtWork() {
      return runs.size > 0 || !poller.jobs().next().done;
    },
  };
}

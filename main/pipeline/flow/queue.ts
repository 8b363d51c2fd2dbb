/**
 * The queue: claims jobs as services and this computer have capacity, and carries them through.
 *
 * Read next: `queue-phases.ts`, `pump.ts` (wakes and turns), `start-jobs.ts`, `periodic-check.ts` (the timer),
 * `running-jobs.ts`, `run-job.ts`, `outcomes/`.
 */
import { availableParallelism } from 'node:os';
import { pollIntervalOf } from '../../../contract/services/profile.ts';
import { type Clock, systemClock } from '../../clock.ts';
import type { Services } from '../../service/services.ts';
import type { Store } from '../../store/index.ts';
import type { OutputFolders } from '../output/output-folders.ts';
import { createWatchedOutputs } from '../output/watched-outputs.ts';
import { EvidenceKeeper } from '../spending/balance-evidence.ts';
import { SpendingLimits } from '../spending/spending-limits.ts';
import type { Drained } from '../standstill.ts';
import { createSleepFollower } from './follow-sleep.ts';
import { createLanes } from './lanes.ts';
import { PeriodicCheck } from './periodic-check.ts';
import { createCrashRisks } from './permits/crash-risks.ts';
import { createSemaphore } from './permits/semaphore.ts';
import { type Fence, noStudioFence } from './permits/studio-fence.ts';
import { TaskPoller } from './permits/task-poller.ts';
import { Pump, type WakeReason } from './pump.ts';
import { canContinue, endRuns, QueuePhases } from './queue-phases.ts';
import { recover, sweepWorkFolders } from './recover-jobs.ts';
import { RunningJobs } from './running-jobs.ts';
import type { Lane } from './service-lane.ts';
import type { RunContext } from './stage-context.ts';

export type { Drained } from '../standstill.ts';

interface QueueOptions {
  readonly store: Store;
  readonly services: Pick<Services, 'clientFor' | 'available' | 'refreshCredits'>;
  readonly clock?: Clock;
  readonly random?: () => number;
  /** Reports an unexpected error of a job, or of the queue if `jobId` is null. */
  readonly onFault?: (error: unknown, jobId: number | null) => void;
  /** Moves a file to the system's trash. */
  readonly trash?: (path: string) => Promise<void>;
  /** Called after sleep. */
  readonly onWake?: () => void;
  readonly fence?: Fence;
}

export interface Queue {
  /** Recovers jobs and starts work. The caller owns `store.queueLock`. */
  start(): void;
  /**
   * Aborts jobs that can resume, and waits for requests whose charge or result would be lost.
   * @param onWait gets the maximum time in ms
   */
  stop(onWait?: (ms: number) => void): Promise<void>;
  /** Resolves at a standstill, or when the queue stops. */
  drained(): Promise<Drained>;
  /** Returns null before the queue has used the service. */
  status(profileId: string): ReturnType<Lane['status']> | null;
  /** The user has acted, such as with a new key. */
  resume(profileId: string): void;
  /** No request starts until `wake`. */
  suspend(): void;
  /** Limits concurrent requests to an account that a studio shares; null = no limit. */
  setShare(profileId: string, requests: number | null): void;
  /** Aborts incomplete uploads, because another station may have the jobs. */
  abortUploads(jobIds: ReadonlySet<number>): void;
  wake(): void;
  /** While held, no queued job starts; others continue. */
  setHeld(isHeld: boolean): void;
  /** Whether a job is in progress here or at a service. */
  readonly isAtWork: boolean;
  readonly outputs: Pick<OutputFolders, 'troubles' | 'tryNow'>;
}

export function createQueue(options: QueueOptions): Queue {
  const { store, clock, lanes, outputs, evidence, phases, poller, runs, sleep, check, pump, onFault } =
    connectParts(options);
  let unsubscribe: (() => void) | null = null;
  let sweep: Promise<unknown> = Promise.resolve();

  return {
    start() {
      if (phases.current !== 'idle') return;
      store.times.correct();
      store.crashCounts.recall();
      recover(store);
      poller.start();
      store.ledger.dropPreviews();
      phases.enter('running');
      unsubscribe = store.changes.subscribe((change) => {
        reportErrors(() => runs.abortLost(change), onFault);
        if (change.foreign || change.jobsByOthers.size > 0 || change.lists.size > 0) pump.wake('store-changed');
      });
      sweep = sweepWorkFolders(store, clock.now()).catch(onFault);
      reportErrors(evidence.check, onFault);
      pump.turn();
    },
    async stop(onWait) {
      if (!phases.isRunning) return;
      phases.enter('stopping');
      unsubscribe?.();
      check.cancel();
      poller.stop();
      await endRuns({ store, clock, lanes, phases, runs }, onWait);
      await sweep;
      outputs.end();
      lanes.close();
      phases.enter('idle');
      pump.close();
    },
    drained: () => pump.drained(),
    outputs,
    status: (profileId) => lanes.known(profileId)?.status() ?? null,
    resume(profileId) {
      lanes.known(profileId)?.resume();
      pump.wake('profile-resumed');
    },
    suspend: sleep.suspend,
    wake: sleep.wake,
    setShare: lanes.setShare,
    abortUploads: (jobIds) => runs.abortUploads(jobIds),
    setHeld: (isHeld) => pump.setHeld(isHeld),
    get isAtWork() {
      return runs.size > 0 || !poller.jobs().next().done;
    },
  };
}

/** Creates and connects the parts. A part calls later ones only while the queue runs. */
function connectParts(options: QueueOptions) {
  const { store, services, clock = systemClock, random = Math.random, onFault: report = () => undefined } = options;
  const onFault = (error: unknown) => report(error, null);
  const wake = (reason: WakeReason) => pump.wake(reason);
  const wakeAndShow = (reason: WakeReason) => {
    store.changes.list('profiles');
    wake(reason);
  };
  const phases = new QueuePhases();
  const lanes = createLanes({ store, services, clock, random, onChange: () => wakeAndShow('lane-changed') });
  const { maker, outputs } = createWatchedOutputs(store, clock, () => wakeAndShow('folder-changed'));
  const limits = new SpendingLimits(store, clock, lanes.charges);
  const evidence = new EvidenceKeeper({
    store,
    clock,
    canCharge: lanes.charges,
    isShared: lanes.isShared,
    ask: services.refreshCredits,
    onFault,
    onBalanceQueried: () => wake('balance-queried'),
  });
  const poller = new TaskPoller(
    clock,
    (jobId) => runs.queryTask(jobId),
    (profileId) => pollIntervalOf(store.profiles.recent(profileId)),
  );
  const context: RunContext = {
    store,
    services,
    clock,
    random,
    maker,
    outputs,
    poller,
    limits,
    evidence,
    fence: options.fence ?? noStudioFence(),
    localSlots: createSemaphore(() => Math.min(4, availableParallelism())),
    risks: createCrashRisks(store),
    trash: options.trash ?? null,
    onFault: report,
    canCharge: lanes.charges,
    checkClocks: () => sleep.checkClocks(),
    isStopping: () => phases.isStopping,
    canContinue: (job) => canContinue(job, phases, store),
  };
  const runs = new RunningJobs({
    context,
    lanes,
    poller,
    isRunning: () => phases.isRunning,
    onRunEnded: () => wake('run-ended'),
  });
  const sleep = createSleepFollower({ clock, store, lanes, poller, runs, onWake: options.onWake ?? (() => undefined) });
  const check = new PeriodicCheck({ store, clock, lanes, outputs, limits, evidence, sleep, runs, onFault });
  const pump = new Pump({ store, clock, lanes, outputs, poller, runs, phases, evidence, check, onFault });
  return { store, clock, lanes, outputs, evidence, phases, poller, runs, sleep, check, pump, onFault };
}

function reportErrors(work: () => void, onFault: (error: unknown) => void): void {
  try {
    work();
  } catch (error) {
    onFault(error);
  }
}

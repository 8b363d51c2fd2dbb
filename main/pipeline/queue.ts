/** The queue: claims jobs as services and this computer have room, and carries them through. Events and one timer drive it. */
import { availableParallelism } from 'node:os';
import { type Job, LostLease, type Store, type StoreChange } from '../store/index.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Lane } from './lane.ts';
import { createLanes } from './lanes.ts';
import { mayTakeUp } from './may-take-up.ts';
import { mindTime } from './mind-time.ts';
import { createPoller } from './poller.ts';
import { recover, sweepWorkFolders } from './recover.ts';
import { roomOf } from './room.ts';
import { pollJob, type Run, type RunTools, runJob } from './run-job.ts';
import type { Services } from './services.ts';
import { createSlots } from './slots.ts';
import { type Drained, standstill } from './standstill.ts';
import { cleanTemporaryFiles } from './temporary-file.ts';

export type { Drained } from './standstill.ts';

/** Another process may have added jobs; and a timer that was lost in sleep is made good. */
const lookEveryMs = 2000;
/** At the end, what was sent whole is given this long to be answered. */
const patienceMs = 20_000;

export interface QueueOptions {
  readonly store: Store;
  readonly services: Pick<Services, 'clientFor' | 'available'>;
  readonly clock?: Clock;
  /** 0 to below 1; tests put their own. */
  readonly random?: () => number;
  /** Told of errors nobody foresaw; the job (null: the queue itself) gets over it, the log gets this. */
  readonly onFault?: (error: unknown, jobId: number | null) => void;
  /** Moves a file to the system's trash; absent where there is none. */
  readonly trash?: (path: string) => Promise<void>;
  /** Told when the computer has slept, as far as the clocks say so. */
  readonly onWake?: () => void;
}

export interface Queue {
  /** Puts right what a crash left behind, and begins. The caller has taken `store.queueLock`. */
  start(): void;
  /**
   * Ends in order: begins nothing new, breaks off what can be taken up again, and gives requests that were sent whole
   * the time to be answered: `onWait` is told how long at most, in ms. Everything left is in the database.
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
  /** It woke up: see `TimeMinder`. */
  wake(): void;
  /** While held, nothing new is begun; what is at a service is followed home. */
  setHeld(held: boolean): void;
  /** True while anything is being done for a job, here or at a service. */
  readonly isAtWork: boolean;
}

export function createQueue(options: QueueOptions): Queue {
  const { store, services, clock = systemClock, random = Math.random, onFault = () => undefined } = options;
  const lanes = createLanes({
    ...{ store, services, clock, random },
    onChange() {
      store.changes.list('profiles');
      pumpSoon();
    },
  });
  const runs = new Map<Run, Promise<void>>();
  const waiters: ((result: Drained) => void)[] = [];
  const local = createSlots(() => Math.max(1, Math.min(4, availableParallelism() - 1)));
  const tools: RunTools = {
    store,
    clock,
    random,
    local,
    onFault,
    mayCharge: lanes.charges,
    followedMs: (jobId) => poller.age(jobId),
    heedTime: () => time.heed(),
    trash: options.trash ?? null,
    isStopping: () => phase === 'stopping',
  };
  let phase: 'idle' | 'running' | 'stopping' = 'idle';
  let pumpIsDue = false;
  let isHeld = false;
  let cancelTimer: (() => void) | null = null;
  let unsubscribe: (() => void) | null = null;
  /** What a crash left is being removed. */
  let tidying: Promise<unknown> = Promise.resolve();

  const poller = createPoller(clock, async (jobId) => {
    const job = store.jobs.get(jobId);
    if (job?.state !== 'waiting') return false;
    const lane = lanes.of(job.profileId);
    // A service that asked for a pause is not asked for tasks either.
    if (!lane.mayBegin('query')) return true;
    const run: Run = { jobId, lease: null, lane, abort: new AbortController(), at: 'polling', seat: null };
    let again = true;
    await track(run, async () => {
      again = await pollJob(run, tools);
    });
    return again && phase === 'running';
  });

  const onWake = options.onWake ?? (() => undefined);
  const time = mindTime({ clock, store, lanes, poller, runs: () => runs.keys(), onWake });

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

  function begin(job: Job): void {
    // One that was cancelled and begun again at once waits until the earlier work on it has ended.
    const earlier = [...runs].filter(([run]) => run.jobId === job.id).map(([, done]) => done);
    const run: Run = {
      jobId: job.id,
      lease: job.lease,
      lane: lanes.of(job.profileId),
      abort: new AbortController(),
      at: job.state === 'preparing' ? 'preparing' : 'fetching',
      seat: null,
    };
    void track(run, async () => {
      await Promise.all(earlier);
      await runJob(job, run, tools);
    });
  }

  /** Does whatever can be done now. A database that fails for a moment must not end the queue. */
  function pump(): void {
    pumpIsDue = false;
    if (phase !== 'running') return;
    try {
      takeUpParked();
      claimForAll();
      store.conditions.tell('service', lanes.conditions());
      tellDrained();
      setTimer(store.moves.nextDue());
    } catch (error) {
      onFault(error, null);
      setTimer(null);
    }
  }

  function claimForAll(): void {
    if (isHeld) return;
    for (const profileId of store.moves.profilesWithWork()) {
      const lane = lanes.of(profileId);
      if (!lane.open()) continue;
      for (let left = roomOf(profileId, lane, runs.keys(), store); left > 0; left -= 1) {
        const job = store.moves.claim(profileId);
        if (job === null) break;
        begin(job);
      }
    }
  }

  function takeUpParked(): void {
    const now = clock.now();
    for (const { id, profileId, state, runAfter } of store.moves.parked()) {
      if (state === 'waiting') follow(id);
      else if (mayTakeUp({ state, runAfter }, lanes.of(profileId), now)) {
        store.moves.takeUp(id, state);
        const job = store.jobs.get(id);
        if (job) begin(job);
      }
    }
  }

  function follow(jobId: number): void {
    if (poller.has(jobId)) return;
    poller.add(jobId);
    store.progress.set(jobId, 'at-service', null);
  }

  function pumpSoon(): void {
    if (pumpIsDue || phase !== 'running') return;
    pumpIsDue = true;
    setImmediate(pump);
  }

  function setTimer(due: number | null): void {
    cancelTimer?.();
    const wait = due === null ? lookEveryMs : Math.min(lookEveryMs, Math.max(0, due - clock.now()));
    cancelTimer = clock.after(wait, () => {
      lookAround();
      pump();
    });
  }

  function lookAround(): void {
    try {
      time.heed();
      store.lookForForeignChanges();
      const atWork = new Set([...runs.keys()].map(({ jobId }) => jobId));
      recover(store, (jobId) => atWork.has(jobId));
    } catch (error) {
      onFault(error, null);
    }
  }

  function onChange(change: StoreChange): void {
    try {
      breakOffLost(change);
    } catch (error) {
      onFault(error, null);
    }
    pumpSoon();
  }

  /** Breaks off work on jobs that were cancelled or taken away. */
  function breakOffLost(change: StoreChange): void {
    const touched = (jobId: number) => change.foreign || change.jobs.has(jobId);
    for (const run of runs.keys()) {
      if (!touched(run.jobId)) continue;
      const state = store.jobs.get(run.jobId)?.state ?? 'cancelled';
      const isOurs = run.at === 'polling' ? state === 'waiting' : store.moves.leaseOf(run.jobId) === run.lease;
      if (!isOurs) run.abort.abort(new LostLease(run.jobId, state));
    }
    for (const jobId of [...poller.jobs()].filter(touched)) {
      if (store.jobs.get(jobId)?.state === 'waiting') continue;
      poller.remove(jobId);
      store.progress.clear(jobId);
    }
  }

  function tellDrained(): void {
    if (waiters.length === 0 || runs.size > 0) return;
    const result = standstill(store.openWork(null), store.settings.read().paused, lanes.blockOf);
    if (result !== null) for (const tell of waiters.splice(0)) tell(result);
  }

  return {
    start() {
      if (phase !== 'idle') return;
      store.times.makeGood();
      recover(store);
      phase = 'running';
      unsubscribe = store.changes.subscribe(onChange);
      const tidied = Promise.all([cleanTemporaryFiles(store), sweepWorkFolders(store, clock.now())]);
      tidying = tidied.catch((error: unknown) => onFault(error, null));
      pump();
    },
    async stop(onWait) {
      if (phase !== 'running') return;
      phase = 'stopping';
      unsubscribe?.();
      cancelTimer?.();
      poller.stop();
      const stopping = new Error('Burnish is being closed.');
      const mayCost = ({ jobId }: Run) => lanes.charges(store.jobs.get(jobId)?.profileId ?? '');
      const patient = [...runs.keys()].filter((run) => run.at === 'sent' && mayCost(run));
      for (const run of runs.keys()) if (!patient.includes(run)) run.abort.abort(stopping);
      if (patient.length > 0) onWait?.(patienceMs);
      const giveUp = clock.after(patienceMs, () => {
        for (const run of patient) run.abort.abort(stopping);
      });
      while (runs.size > 0) await Promise.all(runs.values());
      await tidying;
      giveUp();
      lanes.close();
      phase = 'idle';
      for (const tell of waiters.splice(0)) tell({ finished: false, because: 'Burnish was closed.', reasons: [] });
    },
    drained() {
      return new Promise((resolve) => {
        waiters.push(resolve);
        pumpSoon();
      });
    },
    status: (profileId) => lanes.known(profileId)?.status() ?? null,
    resume(profileId) {
      lanes.known(profileId)?.resume();
      pumpSoon();
    },
    suspend: time.suspend,
    wake: time.wake,
    setHeld(held) {
      isHeld = held;
      pumpSoon();
    },
    get isAtWork() {
      return runs.size > 0 || !poller.jobs().next().done;
    },
  };
}

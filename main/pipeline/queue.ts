/** The queue: claims jobs as services and this computer have room, and carries them through. Events and one timer drive it. */
import { availableParallelism } from 'node:os';
import { mayCharge } from '../../preload/contract/profile.ts';
import { type Job, LostLease, type Store, type StoreChange } from '../store/index.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Lane } from './lane.ts';
import { createLanes } from './lanes.ts';
import { mayTakeUp } from './may-take-up.ts';
import { createPoller } from './poller.ts';
import { recover, sweepWorkFolders } from './recover.ts';
import { pollJob, type Run, type RunTools, runJob } from './run-job.ts';
import type { Services } from './services.ts';
import { createSlots } from './slots.ts';
import { type Drained, standstill } from './standstill.ts';
import { cleanTemporaryFiles } from './temporary-file.ts';

export type { Drained } from './standstill.ts';

/** Tasks at a service at most, for each request at a time: enough to keep it busy, few enough to be asked for often. */
const tasksPerRequest = 8;
/** Jobs prepared ahead of a free seat, so that the service never waits for this computer. */
const preparedAhead = 1;
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
    mayCharge: chargesFor,
    trash: options.trash ?? null,
    isStopping: () => phase === 'stopping',
  };
  let phase: 'idle' | 'running' | 'stopping' = 'idle';
  let pumpIsDue = false;
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

  /** Of a profile that is gone nobody knows any more: then it is not sent twice either. */
  function chargesFor(profileId: string): boolean {
    const profile = store.profiles.get(profileId);
    return profile === null || mayCharge(profile);
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

  /** How many more jobs of a lane may be begun now. */
  function room(profileId: string, lane: Lane): number {
    const { limit } = lane.pace.state;
    const own = [...runs.keys()].filter((run) => run.lane === lane);
    const unseated = own.filter(({ at }) => at === 'preparing').length;
    const homeward = own.filter(({ at }) => at === 'fetching' || at === 'placing').length;
    return Math.min(
      lane.pace.room + preparedAhead - unseated,
      limit * tasksPerRequest - store.moves.atService(profileId) - own.length,
      // Results that wait to be written are paid for: they go first when this computer is the slow one.
      2 * limit + 4 - homeward,
    );
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
    for (const profileId of store.moves.profilesWithWork()) {
      const lane = lanes.of(profileId);
      if (!lane.open()) continue;
      for (let left = room(profileId, lane); left > 0; left -= 1) {
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
      const mayCost = ({ jobId }: Run) => chargesFor(store.jobs.get(jobId)?.profileId ?? '');
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
  };
}

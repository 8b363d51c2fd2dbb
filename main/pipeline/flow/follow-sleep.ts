/** Adapts the running queue to sleep, and to a wall clock that is set. */
import type { Clock } from '../../clock.ts';
import type { Store } from '../../store/index.ts';
import { createClockJumpDetector } from './clock-jumps.ts';
import type { Lanes } from './lanes.ts';
import type { TaskPoller } from './permits/task-poller.ts';
import type { RunningJobs } from './running-jobs.ts';

/** After this time awake, an announced sleep counts as canceled. */
const maxSuspendDelayMs = 60_000;

export interface SleepFollower {
  /** Called every few seconds, and before something counts as overdue. */
  checkClocks(): void;
  /** No request starts until `wake`. */
  suspend(): void;
  /** If it is not called, `checkClocks` detects sleep a little later. */
  wake(): void;
}

interface SleepFollowerOptions {
  readonly clock: Clock;
  readonly store: Pick<Store, 'times'>;
  readonly lanes: Pick<Lanes, 'suspend' | 'wake'>;
  readonly poller: Pick<TaskPoller, 'wake'>;
  readonly runs: Pick<RunningJobs, 'abortQueries'>;
  readonly onWake: () => void;
}

export function createSleepFollower({
  clock,
  store,
  lanes,
  poller,
  runs,
  onWake,
}: SleepFollowerOptions): SleepFollower {
  const detectJump = createClockJumpDetector(clock);
  let suspendedAt: number | null = null;

  function wake(): void {
    suspendedAt = null;
    // First, because connections died during sleep.
    onWake();
    runs.abortQueries();
    poller.wake();
    lanes.wake();
  }

  return {
    checkClocks() {
      const { setByMs, sleptMs } = detectJump();
      if (setByMs !== 0) store.times.clockWasSet(setByMs);
      const isCanceled = suspendedAt !== null && clock.monotonic() - suspendedAt > maxSuspendDelayMs;
      if (sleptMs > 0 || isCanceled) wake();
    },
    suspend() {
      suspendedAt = clock.monotonic();
      lanes.suspend();
    },
    wake,
  };
}

/** Makes good what happens to time while the queue runs: a wall clock that is set, and a computer that sleeps and wakes. */

import type { Clock } from '../../clock.ts';
import type { Store } from '../../store/index.ts';
import { createClockJumpDetector } from './clock-jumps.ts';
import type { Lanes } from './lanes.ts';
import type { Poller } from './permits/task-poller.ts';
import type { Run } from './run-job.ts';

/** Who said that the computer goes to sleep, and is awake so long (ms) after that, was mistaken. */
const forgottenAfterMs = 60_000;

export interface SleepFollower {
  /** Reads the clocks: every few seconds, and before anything is called overdue by the wall clock. */
  checkClocks(): void;
  /** The computer is about to sleep: no request is begun. */
  suspend(): void;
  /** It woke up. Nothing is lost when nobody says so: the clocks tell, a little later. */
  wake(): void;
}

export interface FollowSleepOptions {
  readonly clock: Clock;
  readonly store: Pick<Store, 'times'>;
  readonly lanes: Pick<Lanes, 'suspend' | 'wake'>;
  readonly poller: Pick<Poller, 'wake'>;
  /** What is under way. */
  readonly runs: () => Iterable<Run>;
  readonly onWake: () => void;
}

export function followSleep({ clock, store, lanes, poller, runs, onWake }: FollowSleepOptions): SleepFollower {
  const leapOfTime = createClockJumpDetector(clock);
  let suspendedAt: number | null = null;

  function wake(): void {
    suspendedAt = null;
    // First, so that nothing rides on a connection that died in sleep.
    onWake();
    // A question that was on its way has nobody to answer it any more, and costs nothing: it is asked again.
    for (const run of runs()) if (run.phase === 'polling') run.abort.abort(new Error('The computer slept.'));
    poller.wake();
    lanes.wake();
  }

  return {
    checkClocks() {
      const { setByMs, sleptMs } = leapOfTime();
      if (setByMs !== 0) store.times.clockWasSet(setByMs);
      const isForgotten = suspendedAt !== null && clock.monotonic() - suspendedAt > forgottenAfterMs;
      if (sleptMs > 0 || isForgotten) wake();
    },
    suspend() {
      suspendedAt = clock.monotonic();
      lanes.suspend();
    },
    wake,
  };
}

/** One scheduler for all tasks at services: each is asked for every 5 s or as its service wants it, however long it takes, and never many at once. */

import type { Clock } from '../../clock.ts';
import { nextPollAt } from '../../service/throttle/poll-schedule.ts';

export interface Poller {
  /** Asks for a job's task from now on, first after its interval. */
  add(jobId: number): void;
  remove(jobId: number): void;
  has(jobId: number): boolean;
  jobs(): IterableIterator<number>;
  /** ms it has been asking for a job's task; 0 where it is not. */
  age(jobId: number): number;
  /** The computer slept: whatever is due later is asked for after its interval, one after the other. */
  wake(): void;
  stop(): void;
}

/**
 * @param ask asks for one task; resolves with true to be asked again. The next query is planned when it has answered, so a
 *   slow service is never asked twice at a time for one task.
 * @param intervalOf ms between two questions about the task of a job
 */
export function createPoller(
  clock: Clock,
  ask: (jobId: number) => Promise<boolean>,
  intervalOf: (jobId: number) => number,
): Poller {
  interface Task {
    readonly addedAt: number;
    /** Null while it is being asked for. */
    due: number | null;
  }
  // All times by the monotonic clock: a wall clock that is set back must not put a query off for hours.
  const tasks = new Map<number, Task>();
  let cancelTimer: (() => void) | null = null;

  const dueTimes = () => [...tasks.values()].flatMap(({ due }) => due ?? []);

  const nextFor = (jobId: number) => nextPollAt(clock.monotonic(), dueTimes(), undefined, intervalOf(jobId));

  function plan(jobId: number, task: Task): void {
    task.due = nextFor(jobId);
    setTimer();
  }

  function setTimer(): void {
    cancelTimer?.();
    const dues = dueTimes();
    cancelTimer = dues.length === 0 ? null : clock.after(Math.max(0, Math.min(...dues) - clock.monotonic()), askDue);
  }

  function askDue(): void {
    const now = clock.monotonic();
    for (const [jobId, task] of [...tasks]) {
      if (task.due === null || task.due > now) continue;
      task.due = null;
      const settle = (shouldPollAgain: boolean) => {
        // Not one that was removed, or added anew, while it was asked for.
        if (tasks.get(jobId) !== task) return;
        if (shouldPollAgain) plan(jobId, task);
        else tasks.delete(jobId);
      };
      ask(jobId).then(settle, () => settle(true));
    }
    setTimer();
  }

  return {
    add(jobId) {
      if (tasks.has(jobId)) return;
      const task: Task = { addedAt: clock.monotonic(), due: null };
      tasks.set(jobId, task);
      plan(jobId, task);
    },
    remove(jobId) {
      tasks.delete(jobId);
      setTimer();
    },
    has: (jobId) => tasks.has(jobId),
    jobs: () => tasks.keys(),
    age(jobId) {
      const task = tasks.get(jobId);
      return task === undefined ? 0 : clock.monotonic() - task.addedAt;
    },
    wake() {
      const sleepers = [...tasks].filter(([, { due }]) => due !== null);
      for (const [, task] of sleepers) task.due = null;
      for (const [jobId, task] of sleepers) task.due = nextFor(jobId);
      setTimer();
    },
    stop() {
      tasks.clear();
      setTimer();
    },
  };
}

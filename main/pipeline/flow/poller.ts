/** One scheduler for all tasks at services: none is asked for more often than every 5 s, and never many at once. */
import { nextPollAt } from '../../service/pace/poll-schedule.ts';
import type { Clock } from '../clock.ts';

/** A task that takes long is asked for less often: after a tenth of its age, in ms at most this. */
const longestPauseMs = 60_000;

export interface Poller {
  /** Asks for a job's task from now on, first in 5 s. */
  add(jobId: number): void;
  remove(jobId: number): void;
  has(jobId: number): boolean;
  jobs(): IterableIterator<number>;
  /** ms it has been asking for a job's task; 0 where it is not. */
  age(jobId: number): number;
  /** The computer slept: whatever is due later is asked for in 5 s, one after the other. */
  wake(): void;
  stop(): void;
}

/**
 * @param ask asks for one task; resolves with true to be asked again. The next query is planned when it has answered, so a
 *   slow service is never asked twice at a time for one task.
 */
export function createPoller(clock: Clock, ask: (jobId: number) => Promise<boolean>): Poller {
  interface Task {
    readonly addedAt: number;
    /** Null while it is being asked for. */
    due: number | null;
  }
  // All times by the monotonic clock: a wall clock that is set back must not put a query off for hours.
  const tasks = new Map<number, Task>();
  let cancelTimer: (() => void) | null = null;

  const dueTimes = () => [...tasks.values()].flatMap(({ due }) => due ?? []);

  function plan(task: Task): void {
    const now = clock.monotonic();
    task.due = nextPollAt(now, dueTimes(), Math.min((now - task.addedAt) / 10, longestPauseMs));
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
      const settle = (again: boolean) => {
        // Not one that was removed, or added anew, while it was asked for.
        if (tasks.get(jobId) !== task) return;
        if (again) plan(task);
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
      plan(task);
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
      const sleepers = [...tasks.values()].filter(({ due }) => due !== null);
      for (const task of sleepers) task.due = null;
      for (const task of sleepers) task.due = nextPollAt(clock.monotonic(), dueTimes());
      setTimer();
    },
    stop() {
      tasks.clear();
      setTimer();
    },
  };
}

/** One scheduler for all tasks at services: each is asked for every 5 s or as its service wants it, however long it takes, and never many at once. */

import type { Clock } from '../../clock.ts';
import { nextPollAt } from '../../service/throttle/poll-schedule.ts';
import type { TaskTrouble } from '../stages/stage-types.ts';

/** `done`: not to be queried any more; `failed`: after a longer pause. */
export type PollResult = 'pending' | 'failed' | 'done';

/** Longest interval between the queries of a task that fail, in ms. */
const maxFailedIntervalMs = 60_000;

export interface Poller {
  /** Asks for a job's task from now on, first after its interval. */
  add(jobId: number): void;
  remove(jobId: number): void;
  has(jobId: number): boolean;
  jobs(): IterableIterator<number>;
  /** ms it has been asking for a job's task; 0 where it is not. */
  age(jobId: number): number;
  /** Records the trouble of a job's last query, null for none. Returns how long it has been the same, in ms. */
  noteTrouble(jobId: number, trouble: TaskTrouble | null): number;
  /** The computer slept: whatever is due later is asked for after its interval, one after the other. */
  wake(): void;
  stop(): void;
}

/**
 * @param ask queries one task. The next query is planned when it has answered, so that a slow service never has two queries of
 *   one task at a time.
 * @param intervalOf ms between two questions about the task of a job
 */
export function createPoller(
  clock: Clock,
  ask: (jobId: number) => Promise<PollResult>,
  intervalOf: (jobId: number) => number,
): Poller {
  interface Task {
    readonly addedAt: number;
    /** Null while it is being asked for. */
    due: number | null;
    /** Queries that failed in a row. */
    failures: number;
    trouble: { readonly kind: TaskTrouble; readonly since: number } | null;
  }
  // All times by the monotonic clock: a wall clock that is set back must not put a query off for hours.
  const tasks = new Map<number, Task>();
  let cancelTimer: (() => void) | null = null;

  const dueTimes = () => [...tasks.values()].flatMap(({ due }) => due ?? []);

  function nextFor(jobId: number, { failures }: Task): number {
    const interval = intervalOf(jobId);
    const longest = Math.max(interval, maxFailedIntervalMs);
    return nextPollAt(clock.monotonic(), dueTimes(), undefined, Math.min(longest, interval * 2 ** failures));
  }

  function plan(jobId: number, task: Task): void {
    task.due = nextFor(jobId, task);
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
      const settle = (result: PollResult) => {
        // Not one that was removed, or added anew, while it was asked for.
        if (tasks.get(jobId) !== task) return;
        task.failures = result === 'failed' ? task.failures + 1 : 0;
        if (result === 'done') tasks.delete(jobId);
        else plan(jobId, task);
      };
      ask(jobId).then(settle, () => settle('failed'));
    }
    setTimer();
  }

  return {
    add(jobId) {
      if (tasks.has(jobId)) return;
      const task: Task = { addedAt: clock.monotonic(), due: null, failures: 0, trouble: null };
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
    noteTrouble(jobId, kind) {
      const task = tasks.get(jobId);
      const now = clock.monotonic();
      if (task === undefined) return 0;
      if (kind === null) task.trouble = null;
      else if (task.trouble?.kind !== kind) task.trouble = { kind, since: now };
      return now - (task.trouble?.since ?? now);
    },
    wake() {
      const sleepers = [...tasks].filter(([, { due }]) => due !== null);
      for (const [, task] of sleepers) task.due = null;
      for (const [jobId, task] of sleepers) task.due = nextFor(jobId, task);
      setTimer();
    },
    stop() {
      tasks.clear();
      setTimer();
    },
  };
}

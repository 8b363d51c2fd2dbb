/**
 * One scheduler for all tasks at services: each is queried every 5 s or at its service's interval, however long it takes, and never many
 * at once. Every query of a task needs its permission, whichever stage and job it is for.
 */

import type { Clock } from '../../../clock.ts';
import { nextPollAt } from '../../../service/throttle/poll-schedule.ts';
import type { TaskTrouble } from '../../stages/stage-types.ts';

/** `done`: not to be queried any more; `failed`: after a longer pause. */
export type PollResult = 'pending' | 'failed' | 'done';

/** Longest interval between the queries of a task that fail, in ms. */
const maxFailedIntervalMs = 60_000;

export interface Poller {
  /** Asks for a job's task from now on, first after its interval. */
  add(jobId: number, profileId: string): void;
  remove(jobId: number): void;
  has(jobId: number): boolean;
  jobs(): IterableIterator<number>;
  /** ms it has been asking for a job's task; 0 where it is not. */
  age(jobId: number): number;
  /** Records the trouble of a job's last query, null for none. Returns how long it has been the same, in ms. */
  noteTrouble(jobId: number, trouble: TaskTrouble | null): number;
  /**
   * Whether a task of a profile may be asked for now. True counts as a query: the next one may follow after the interval. A task
   * that was not asked for since the start may have been asked for by another process just before it.
   */
  claimQuery(profileId: string, taskId: string): boolean;
  /** Forgets earlier queries. Called when this process takes the queue. */
  start(): void;
  /** The computer slept: whatever is due later is asked for after its interval, one after the other. */
  wake(): void;
  stop(): void;
}

/**
 * @param ask queries one task. The next query is planned when it has answered, so that a slow service never has two queries of
 *   one task at a time.
 * @param intervalOf ms between two queries of one task of a profile
 */
export function createPoller(
  clock: Clock,
  ask: (jobId: number) => Promise<PollResult>,
  intervalOf: (profileId: string) => number,
): Poller {
  interface Task {
    readonly profileId: string;
    readonly addedAt: number;
    /** Null while it is being asked for. */
    due: number | null;
    /** Queries that failed in a row. */
    failures: number;
    trouble: { readonly kind: TaskTrouble; readonly since: number } | null;
  }
  // All times by the monotonic clock: a wall clock that is set back must not put a query off for hours.
  const tasks = new Map<number, Task>();
  /** When the next query of a task may leave, by profile and task. */
  const nextQueries = new Map<string, number>();
  let startedAt = clock.monotonic();
  let cancelTimer: (() => void) | null = null;

  const dueTimes = () => [...tasks.values()].flatMap(({ due }) => due ?? []);

  function nextFor({ profileId, failures }: Task): number {
    const interval = intervalOf(profileId);
    const longest = Math.max(interval, maxFailedIntervalMs);
    return nextPollAt(clock.monotonic(), dueTimes(), undefined, Math.min(longest, interval * 2 ** failures));
  }

  function plan(task: Task): void {
    task.due = nextFor(task);
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
        else plan(task);
      };
      ask(jobId).then(settle, () => settle('failed'));
    }
    setTimer();
  }

  return {
    add(jobId, profileId) {
      if (tasks.has(jobId)) return;
      const task: Task = { profileId, addedAt: clock.monotonic(), due: null, failures: 0, trouble: null };
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
    noteTrouble(jobId, kind) {
      const task = tasks.get(jobId);
      const now = clock.monotonic();
      if (task === undefined) return 0;
      if (kind === null) task.trouble = null;
      else if (task.trouble?.kind !== kind) task.trouble = { kind, since: now };
      return now - (task.trouble?.since ?? now);
    },
    claimQuery(profileId, taskId) {
      const [now, interval] = [clock.monotonic(), intervalOf(profileId)];
      for (const [task, at] of nextQueries) if (at <= now) nextQueries.delete(task);
      const task = `${profileId} ${taskId}`;
      if ((nextQueries.get(task) ?? startedAt + interval) > now) return false;
      nextQueries.set(task, now + interval);
      return true;
    },
    start() {
      nextQueries.clear();
      startedAt = clock.monotonic();
    },
    wake() {
      const sleepers = [...tasks.values()].filter(({ due }) => due !== null);
      for (const task of sleepers) task.due = null;
      for (const task of sleepers) task.due = nextFor(task);
      setTimer();
    },
    stop() {
      tasks.clear();
      setTimer();
    },
  };
}

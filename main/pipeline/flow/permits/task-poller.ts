/**
 * Schedules the queries of all tasks at services. Each task is queried at its service's interval (5 s by default), however
 * long it takes, and the queries are spread over time.
 */
import type { Clock } from '../../../clock.ts';
import { nextPollAt } from '../../../service/throttle/poll-schedule.ts';
import type { TaskTrouble } from '../../stages/stage-types.ts';

/** `failed` doubles the interval; `done` ends the queries. */
export type PollResult = 'pending' | 'failed' | 'done';

/** Longest interval between failing queries of a task. */
const maxFailedIntervalMs = 60_000;

/** Times are monotonic, so that a wall clock set back delays nothing. */
interface Task {
  readonly profileId: string;
  readonly addedAt: number;
  /** Null during a query. */
  due: number | null;
  /** Failed queries in a row. */
  failures: number;
  trouble: { readonly kind: TaskTrouble; readonly since: number } | null;
}

export class TaskPoller {
  readonly #clock: Clock;
  readonly #query: (jobId: number) => Promise<PollResult>;
  readonly #intervalOf: (profileId: string) => number;
  readonly #tasks = new Map<number, Task>();
  /** Earliest time of the next query, by profile and task. */
  readonly #nextQueries = new Map<string, number>();
  #startedAt: number;
  #cancelTimer: (() => void) | null = null;

  /**
   * @param query queries the task of a job. The next query is planned after its response, so that a slow service never has
   *   two queries of one task at a time.
   * @param intervalOf ms between two queries of one task of a profile
   */
  constructor(clock: Clock, query: (jobId: number) => Promise<PollResult>, intervalOf: (profileId: string) => number) {
    this.#clock = clock;
    this.#query = query;
    this.#intervalOf = intervalOf;
    this.#startedAt = clock.monotonic();
  }

  /** Forgets earlier queries, because this process now owns the queue. */
  start(): void {
    this.#nextQueries.clear();
    this.#startedAt = this.#clock.monotonic();
  }

  stop(): void {
    this.#tasks.clear();
    this.#setTimer();
  }

  /** Queries a job's task from now on, first after one interval. */
  add(jobId: number, profileId: string): void {
    if (this.#tasks.has(jobId)) return;
    const task: Task = { profileId, addedAt: this.#clock.monotonic(), due: null, failures: 0, trouble: null };
    this.#tasks.set(jobId, task);
    this.#plan(task);
  }

  remove(jobId: number): void {
    this.#tasks.delete(jobId);
    this.#setTimer();
  }

  has(jobId: number): boolean {
    return this.#tasks.has(jobId);
  }

  jobs(): IterableIterator<number> {
    return this.#tasks.keys();
  }

  /** Returns the ms since a job's task was added; 0 if it is not polled. */
  age(jobId: number): number {
    const task = this.#tasks.get(jobId);
    return task === undefined ? 0 : this.#clock.monotonic() - task.addedAt;
  }

  /** Records the trouble of a job's last query, null for none. Returns how long it has been the same, in ms. */
  noteTrouble(jobId: number, kind: TaskTrouble | null): number {
    const task = this.#tasks.get(jobId);
    const now = this.#clock.monotonic();
    if (task === undefined) return 0;
    if (kind === null) task.trouble = null;
    else if (task.trouble?.kind !== kind) task.trouble = { kind, since: now };
    return now - (task.trouble?.since ?? now);
  }

  /**
   * Permits one query of a task, whichever stage makes it. True counts as a query. A task unknown since the start waits one
   * interval, because another process may just have queried it.
   */
  claimQuery(profileId: string, taskId: string): boolean {
    const now = this.#clock.monotonic();
    const interval = this.#intervalOf(profileId);
    for (const [key, time] of this.#nextQueries) if (time <= now) this.#nextQueries.delete(key);
    const key = `${profileId} ${taskId}`;
    if ((this.#nextQueries.get(key) ?? this.#startedAt + interval) > now) return false;
    this.#nextQueries.set(key, now + interval);
    return true;
  }

  /** Spreads overdue queries after sleep instead of sending them all at once. */
  wake(): void {
    const idle = [...this.#tasks.values()].filter(({ due }) => due !== null);
    for (const task of idle) task.due = null;
    for (const task of idle) task.due = this.#nextDue(task);
    this.#setTimer();
  }

  #plan(task: Task): void {
    task.due = this.#nextDue(task);
    this.#setTimer();
  }

  #nextDue({ profileId, failures }: Task): number {
    const interval = this.#intervalOf(profileId);
    const maxInterval = Math.max(interval, maxFailedIntervalMs);
    const ownInterval = Math.min(maxInterval, interval * 2 ** failures);
    return nextPollAt(this.#clock.monotonic(), this.#dueTimes(), undefined, ownInterval);
  }

  #dueTimes(): number[] {
    return [...this.#tasks.values()].flatMap(({ due }) => due ?? []);
  }

  #setTimer(): void {
    this.#cancelTimer?.();
    const dueTimes = this.#dueTimes();
    const delayMs = Math.max(0, Math.min(...dueTimes) - this.#clock.monotonic());
    this.#cancelTimer = dueTimes.length === 0 ? null : this.#clock.after(delayMs, () => this.#queryDue());
  }

  #queryDue(): void {
    const now = this.#clock.monotonic();
    for (const [jobId, task] of [...this.#tasks]) {
      if (task.due === null || task.due > now) continue;
      task.due = null;
      this.#query(jobId).then(
        (result) => this.#settle(jobId, task, result),
        () => this.#settle(jobId, task, 'failed'),
      );
    }
    this.#setTimer();
  }

  #settle(jobId: number, task: Task, result: PollResult): void {
    // The task was removed, or added again, during the query.
    if (this.#tasks.get(jobId) !== task) return;
    task.failures = result === 'failed' ? task.failures + 1 : 0;
    if (result === 'done') this.#tasks.delete(jobId);
    else this.#plan(task);
  }
}

/** Schedules the queries of all tasks, each at its service's interval, and spreads them over time. */
import type { Clock } from '../../../clock.ts';
import { nextPollAt } from '../../../service/throttle/poll-schedule.ts';
import type { TaskTrouble } from '../../stages/stage-types.ts';

/** `failed` doubles the interval. */
export type PollResult = 'pending' | 'failed' | 'done';

const maxFailedIntervalMs = 60_000;

/** Times are monotonic, because the wall clock may be set back. */
interface Task {
  readonly profileId: string;
  readonly addedAt: number;
  /** Null during a query. */
  due: number | null;
  /** In a row. */
  failures: number;
  trouble: { readonly kind: TaskTrouble; readonly since: number } | null;
}

export class TaskPoller {
  readonly #clock: Clock;
  readonly #query: (jobId: number) => Promise<PollResult>;
  readonly #intervalOf: (profileId: string) => number;
  readonly #tasks = new Map<number, Task>();
  /** By profile and task. */
  readonly #nextQueries = new Map<string, number>();
  #startedAt: number;
  #cancelTimer: (() => void) | null = null;

  /**
   * @param query queries a job's task; the next query is planned after its response
   * @param intervalOf ms between two queries of a task, by profile
   */
  constructor(clock: Clock, query: (jobId: number) => Promise<PollResult>, intervalOf: (profileId: string) => number) {
    this.#clock = clock;
    this.#query = query;
    this.#intervalOf = intervalOf;
    this.#startedAt = clock.monotonic();
  }

  start(): void {
    this.#nextQueries.clear();
    this.#startedAt = this.#clock.monotonic();
  }

  stop(): void {
    this.#tasks.clear();
    this.#setTimer();
  }

  /** Starts with the first query after one interval. */
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

  /** Number of tasks at a service. */
  count(profileId: string): number {
    return [...this.#tasks.values()].filter((task) => task.profileId === profileId).length;
  }

  jobs(): IterableIterator<number> {
    return this.#tasks.keys();
  }

  /** ms since the job was added; 0 if it is not polled. */
  age(jobId: number): number {
    const task = this.#tasks.get(jobId);
    return task === undefined ? 0 : this.#clock.monotonic() - task.addedAt;
  }

  /** Records the trouble of the last query. Returns its duration in ms. */
  noteTrouble(jobId: number, kind: TaskTrouble | null): number {
    const task = this.#tasks.get(jobId);
    const now = this.#clock.monotonic();
    if (task === undefined) return 0;
    if (kind === null) task.trouble = null;
    else if (task.trouble?.kind !== kind) task.trouble = { kind, since: now };
    return now - (task.trouble?.since ?? now);
  }

  /**
   * Permits one query of a task, and counts it. A task not queried since the start waits one interval, because another
   * process may have queried it.
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

  /** Spreads the queries that are overdue after sleep. */
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
    // It was removed, or added again, during the query.
    if (this.#tasks.get(jobId) !== task) return;
    task.failures = result === 'failed' ? task.failures + 1 : 0;
    if (result === 'done') this.#tasks.delete(jobId);
    else this.#plan(task);
  }
}

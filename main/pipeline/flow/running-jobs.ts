/** The jobs in progress in this process: starts, task queries and aborts. */
import { type Job, LostLease, type StoreChange } from '../../store/index.ts';
import type { Lanes } from './lanes.ts';
import type { PollResult, TaskPoller } from './permits/task-poller.ts';
import { pollJob, runJob } from './run-job.ts';
import type { Run, RunContext } from './stage-context.ts';

export interface RunningJobsOptions {
  readonly context: RunContext;
  readonly lanes: Lanes;
  readonly poller: TaskPoller;
  /** Whether the queue is running, so that task queries continue. */
  readonly isRunning: () => boolean;
  readonly onRunEnded: () => void;
}

export class RunningJobs {
  readonly #options: RunningJobsOptions;
  readonly #runs = new Map<Run, Promise<void>>();

  constructor(options: RunningJobsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#runs.size;
  }

  all(): Iterable<Run> {
    return this.#runs.keys();
  }

  async allEnded(): Promise<void> {
    while (this.#runs.size > 0) await Promise.all(this.#runs.values());
  }

  /** Starts a job whose lease this process holds. A job claimed again after a cancel waits for its earlier run. */
  start(job: Job): void {
    const { context, lanes } = this.#options;
    const earlier = [...this.#runs].filter(([run]) => run.jobId === job.id).map(([, ended]) => ended);
    const run: Run = {
      jobId: job.id,
      lease: job.lease,
      lane: lanes.getOrCreate(job.profileId),
      abort: new AbortController(),
      phase: job.state === 'preparing' ? 'preparing' : 'fetching',
      slot: null,
    };
    void this.#track(run, async () => {
      await Promise.all(earlier);
      await runJob(job, run, context);
    });
  }

  /** Queries the task of a waiting job once, unless its lane is paused or other stations do not know the task yet. */
  async queryTask(jobId: number): Promise<PollResult> {
    const { context, lanes, isRunning } = this.#options;
    const job = context.store.jobs.get(jobId);
    if (job?.state !== 'waiting') return 'done';
    const lane = lanes.getOrCreate(job.profileId);
    if (!context.fence.canPoll(jobId) || !lane.canStart('query')) return 'pending';
    const run: Run = { jobId, lease: null, lane, abort: new AbortController(), phase: 'polling', slot: null };
    let result: PollResult = 'failed';
    await this.#track(run, async () => {
      result = await pollJob(run, context);
    });
    return isRunning() ? result : 'done';
  }

  /** Aborts work on jobs that the change canceled or moved to another process. */
  abortLost(change: StoreChange): void {
    const { poller } = this.#options;
    const { jobs, moves, progress } = this.#options.context.store;
    const isTouched = (jobId: number) => change.foreign || change.jobs.has(jobId);
    for (const run of this.#runs.keys()) {
      if (!isTouched(run.jobId)) continue;
      // The usual case is a change made by the run itself.
      if (run.phase !== 'polling' && moves.leaseOf(run.jobId) === run.lease) continue;
      const state = jobs.get(run.jobId)?.state ?? 'cancelled';
      if (run.phase !== 'polling' || state !== 'waiting') run.abort.abort(new LostLease(run.jobId, state));
    }
    for (const jobId of [...poller.jobs()].filter(isTouched)) {
      if (jobs.get(jobId)?.state === 'waiting') continue;
      poller.remove(jobId);
      progress.clear(jobId);
    }
  }

  /** Aborts uploads that are not complete. */
  abortUploads(jobIds: ReadonlySet<number>): void {
    for (const run of this.#runs.keys())
      if (jobIds.has(run.jobId) && run.phase === 'submitting') run.abort.abort(new LostLease(run.jobId, run.phase));
  }

  /** Aborts task queries, whose connections died while the computer slept. They are free and are sent again. */
  abortQueries(): void {
    for (const run of this.#runs.keys()) if (run.phase === 'polling') run.abort.abort(new Error('The computer slept.'));
  }

  /** Keeps a run until its work has ended. Errors of the work are reported and end here. */
  #track(run: Run, work: () => Promise<void>): Promise<void> {
    const ended = work()
      .catch((error: unknown) => this.#options.context.onFault(error, run.jobId))
      .finally(() => {
        this.#runs.delete(run);
        this.#options.onRunEnded();
      });
    this.#runs.set(run, ended);
    return ended;
  }
}

/** The jobs in progress in this process. */
import { type Job, LostLease, type StoreChange } from '../../store/index.ts';
import type { Lanes } from './lanes.ts';
import type { PollResult, TaskPoller } from './permits/task-poller.ts';
import { pollJob, runJob } from './run-job.ts';
import type { Run, RunContext } from './stage-context.ts';

interface RunningJobsOptions {
  readonly context: RunContext;
  readonly lanes: Lanes;
  readonly poller: TaskPoller;
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

  /** Starts a claimed job, after an earlier canceled run of it has ended. */
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

  /** Queries a task once, unless its lane is paused or the studio does not know it yet. */
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

  /** Aborts work on jobs that were canceled or that another process has claimed. */
  abortLost(change: StoreChange): void {
    const { poller } = this.#options;
    const { jobs, moves, progress } = this.#options.context.store;
    const isTouched = (jobId: number) => change.foreign || change.jobsByOthers.has(jobId);
    if (!change.foreign && change.jobsByOthers.size === 0) return;
    for (const run of this.#runs.keys()) {
      if (!isTouched(run.jobId)) continue;
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

  /** Aborts task queries after sleep, because their connections died. They are free. */
  abortQueries(): void {
    for (const run of this.#runs.keys()) if (run.phase === 'polling') run.abort.abort(new Error('The computer slept.'));
  }

  /** Never rejects, because errors of the work are reported. */
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

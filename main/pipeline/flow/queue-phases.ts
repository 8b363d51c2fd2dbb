/** The phases of the queue, and the end of its runs when it stops. */
import type { Clock } from '../../clock.ts';
import type { Job, Store } from '../../store/index.ts';
import type { Lanes } from './lanes.ts';
import type { RunningJobs } from './running-jobs.ts';
import type { Run } from './stage-context.ts';

/**
 * ```
 *          start            stop               grace period over
 *   idle ─────────► running ─────► stopping ─────────────────────► aborting
 *    ▲                                │ all runs have ended            │
 *    ╰────────────────────────────────┴────────────────────────────────╯
 * ```
 *
 * A stopping queue starts nothing, and waits for paid requests.
 */
export type QueuePhase = 'idle' | 'running' | 'stopping' | 'aborting';

const transitions: Readonly<Record<QueuePhase, readonly QueuePhase[]>> = {
  idle: ['running'],
  running: ['stopping'],
  stopping: ['aborting', 'idle'],
  aborting: ['idle'],
};

const gracePeriodMs = 20_000;

export class QueuePhases {
  #current: QueuePhase = 'idle';

  get current(): QueuePhase {
    return this.#current;
  }

  get isRunning(): boolean {
    return this.#current === 'running';
  }

  get isStopping(): boolean {
    return this.#current === 'stopping' || this.#current === 'aborting';
  }

  enter(next: QueuePhase): void {
    if (!transitions[this.#current].includes(next)) throw new Error(`The queue is ${this.#current}, not ${next}.`);
    this.#current = next;
  }
}

/** Whether the next stage of a running job may start. */
export function canContinue(job: Job, phases: QueuePhases, store: Pick<Store, 'shared'>): boolean {
  return !phases.isStopping || (phases.current === 'stopping' && isResultOnlyHere(job, store));
}

/** Whether the other stations of a studio cannot reach the job's result. */
function isResultOnlyHere({ id, state }: Pick<Job, 'id' | 'state'>, { shared }: Pick<Store, 'shared'>): boolean {
  return (state === 'fetching' || state === 'placing') && shared.of(id) !== null;
}

interface EndRunsContext {
  readonly store: Pick<Store, 'jobs' | 'shared' | 'profiles'>;
  readonly clock: Clock;
  readonly lanes: Pick<Lanes, 'charges'>;
  readonly phases: QueuePhases;
  readonly runs: RunningJobs;
}

/**
 * Aborts the runs that can resume later, and the others after the grace period.
 * @param onWait gets the grace period in ms if a run needs it
 */
export async function endRuns(context: EndRunsContext, onWait?: (ms: number) => void): Promise<void> {
  const { clock, phases, runs } = context;
  const stopping = new Error('Burnish is being closed.');
  const needed = [...runs.all()].filter((run) => isWaitedFor(run, context));
  for (const run of runs.all()) if (!needed.includes(run)) run.abort.abort(stopping);
  if (needed.length > 0) onWait?.(gracePeriodMs);
  const cancelTimer = clock.after(gracePeriodMs, () => {
    phases.enter('aborting');
    for (const run of needed) run.abort.abort(stopping);
  });
  await runs.allEnded();
  cancelTimer();
}

/** Whether an abort may lose a paid response or result. */
function isWaitedFor(run: Run, { store, lanes }: EndRunsContext): boolean {
  const job = store.jobs.get(run.jobId);
  if (job === null) return false;
  if (run.phase !== 'sent') return isResultOnlyHere(job, store);
  // Another station may know that the account charges.
  const isShared = store.shared.of(job.id) !== null && store.profiles.get(job.profileId)?.kind === 'remote';
  return isShared || lanes.charges(job.profileId);
}

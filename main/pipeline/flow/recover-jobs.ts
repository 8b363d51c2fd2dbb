/** Recovery of jobs that a crash left in progress, by the queue owner. */
import type { JobEvent } from '../../../contract/jobs/job.ts';
import { isSameMessage, msg } from '../../../contract/messages/message.ts';
import { taskLifetimeMs } from '../../../contract/services/task-limits.ts';
import type { Job, Store } from '../../store/index.ts';
import { createChargeCheck } from '../spending/charging-services.ts';
import { jobError } from '../stage-outcome.ts';
import { sweepUnneeded } from '../stages/work/work-folder.ts';

/** Interruptions while preparing until the photograph is the suspect. */
const maxInterruptions = 10;
/** Crashes in a row while reading or making pictures. */
const maxCrashes = 2;

const sendingInterrupted = jobError('uncertain', 'ENDED_WHILE_SENDING', msg('pipeline.endedWhileSending'), 'decide');
const interrupted = { kind: 'notice', text: msg('pipeline.interrupted') } as const;
/** Written by an earlier version. */
const earlierInterrupted = 'Burnish ended meanwhile; taken up again.';

/**
 * Moves each abandoned job to a state from which it continues, or to the user's decision.
 * @param isRunning whether a job is in progress in this process
 */
export function recover(store: Store, isRunning: (jobId: number) => boolean = () => false): void {
  const { moves } = store;
  const charges = createChargeCheck(store);
  const abandoned = (state: 'preparing' | 'submitting' | 'fetching' | 'placing') =>
    store.jobs.inState(state).filter((job) => job.lease !== null && !isRunning(job.id));
  store.transaction(() => {
    for (const job of abandoned('preparing')) {
      if (failIfCrashing(job, store)) continue;
      const times = 1 + store.events.ofJob(job.id).filter(isInterruption).length;
      if (times < maxInterruptions) moves.move(job, 'queued', withoutAttempt(job));
      else moves.move(job, 'failed', { error: suspectError(times) });
    }
    for (const job of abandoned('submitting')) {
      if (!charges(job.profileId) || store.ledger.open(job.id)?.idempotencyKey != null) {
        moves.move(job, 'queued', withoutAttempt(job));
        continue;
      }
      const event = { kind: 'error', text: sendingInterrupted.message } as const;
      moves.move(job, 'uncertain', { error: sendingInterrupted, event });
    }
    for (const job of abandoned('fetching')) if (!failIfCrashing(job, store)) moves.park(job, { event: interrupted });
    for (const job of abandoned('placing')) {
      if (failIfCrashing(job, store)) continue;
      // Fetching checks again whether the result is complete.
      moves.park(job.follows === null ? moves.move(job, 'fetching') : job, { event: interrupted });
    }
  });
}

function failIfCrashing(job: Job, { moves, crashCounts }: Store): boolean {
  const times = crashCounts.of(job);
  if (times < maxCrashes) return false;
  const error = crashError(times);
  moves.move(job, 'failed', { error, event: { kind: 'error', text: error.message } });
  return true;
}

function isInterruption({ text }: Pick<JobEvent, 'text'>): boolean {
  return text === earlierInterrupted || isSameMessage(text, interrupted.text);
}

const withoutAttempt = (job: Job) => ({ attempts: Math.max(0, job.attempts - 1), event: interrupted });

function suspectError(times: number) {
  return jobError('input', 'SUSPECT', msg('pipeline.suspect', { count: times }), 'replace-file');
}

/** The cause may also be the paid result, which a retry continues with. */
function crashError(times: number) {
  return jobError('input', 'ENDED_BURNISH', msg('pipeline.perilous', { count: times }), 'retry');
}

export function sweepWorkFolders(store: Store, now: number): Promise<void> {
  return sweepUnneeded(store.workFolder, (jobId) => {
    const job = store.jobs.get(jobId);
    return job !== null && needsWorkFolder(store, job, now);
  });
}

/** Whether a job can continue with the contents of its work folder. */
export function needsWorkFolder(store: Store, job: Job, now: number): boolean {
  // A removed job that is added again finds its paid result for a while.
  if (job.removedAt !== null && now - job.removedAt > taskLifetimeMs) return false;
  switch (job.state) {
    case 'done':
      return false;
    case 'failed':
    case 'cancelled': {
      const run = store.stepRuns.get(job.id, job.step);
      const isPaid = run !== null && (run.answer !== null || (run.taskId !== null && run.finishedAt === null));
      return job.step > 0 || isPaid;
    }
    default:
      return true;
  }
}

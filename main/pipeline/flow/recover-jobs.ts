/** Puts right, at start, what a crash or a power cut left behind. Only for whoever has taken the queue. */
import type { JobEvent } from '../../../contract/jobs/job.ts';
import { isSameMessage, msg } from '../../../contract/messages/message.ts';
import { taskLifetimeMs } from '../../../contract/services/task-limits.ts';
import type { Job, Store } from '../../store/index.ts';
import { createChargeCheck } from '../spending/charging-services.ts';
import { jobError } from '../stage-outcome.ts';
import { sweepUnneeded } from '../stages/work-folder.ts';

/** A photograph that was being prepared this often when Burnish ended may be what ended it. */
const suspectAfter = 10;

/** One whose pictures were being read or made this often when Burnish ended, nothing else coming between. */
const perilousAfter = 2;

const endedWhileSending = jobError('uncertain', 'ENDED_WHILE_SENDING', msg('pipeline.endedWhileSending'), 'decide');

/**
 * Brings every job nobody is at work on any more to a state from which it goes on by itself, or to the user's decision.
 * @param isAtWork true for jobs this process is at work on; at start there are none
 */
export function recover(store: Store, isAtWork: (jobId: number) => boolean = () => false): void {
  const charges = createChargeCheck(store);
  const left = (state: 'preparing' | 'submitting' | 'fetching' | 'placing') =>
    store.jobs.inState(state).filter((job) => job.lease !== null && !isAtWork(job.id));
  store.transaction(() => {
    const setAside = (job: Job) => {
      const times = store.perils.of(job.id);
      if (times < perilousAfter) return false;
      const error = perilous(times);
      store.moves.move(job, 'failed', { error, event: { kind: 'error', text: error.message } });
      return true;
    };
    for (const job of left('preparing')) {
      if (setAside(job)) continue;
      const times = 1 + store.events.ofJob(job.id).filter(isInterruption).length;
      if (times < suspectAfter) store.moves.move(job, 'queued', free(job));
      else store.moves.move(job, 'failed', { error: suspect(times) });
    }
    for (const job of left('submitting')) {
      // One with a key of its own is asked for once more, under that.
      if (!charges(job.profileId) || store.ledger.open(job.id)?.idempotencyKey != null) {
        store.moves.move(job, 'queued', free(job));
        continue;
      }
      const event = { kind: 'error', text: endedWhileSending.message } as const;
      store.moves.move(job, 'uncertain', { error: endedWhileSending, event });
    }
    for (const job of left('fetching')) if (!setAside(job)) store.moves.park(job, { event: interrupted });
    // The result is home, but whether it is whole is looked at again.
    for (const job of left('placing')) {
      if (setAside(job)) continue;
      store.moves.park(job.follows === null ? store.moves.move(job, 'fetching') : job, { event: interrupted });
    }
  });
}

const interrupted = { kind: 'notice', text: msg('pipeline.interrupted') } as const;
/** As an earlier version wrote it. */
const interruptedBefore = 'Burnish ended meanwhile; taken up again.';

function isInterruption({ text }: Pick<JobEvent, 'text'>): boolean {
  return text === interruptedBefore || isSameMessage(text, interrupted.text);
}

/** It was not the job's fault: the attempt is given back. */
const free = (job: Job) => ({ attempts: Math.max(0, job.attempts - 1), event: interrupted });

function suspect(times: number) {
  return jobError('input', 'SUSPECT', msg('pipeline.suspect', { count: times }), 'replace-file');
}

/** Whether it was the photograph or its result, nobody knows; what is paid stays, and "Retry" goes on with it. */
function perilous(times: number) {
  return jobError('input', 'ENDED_BURNISH', msg('pipeline.perilous', { count: times }), 'retry');
}

/** Removes work folders that no job needs: of jobs that are done or gone, or whose results the service no longer has. */
export function sweepWorkFolders(store: Store, now: number): Promise<void> {
  return sweepUnneeded(store.workFolder, (jobId) => {
    const job = store.jobs.get(jobId);
    return job !== null && needsWorkFolder(store, job, now);
  });
}

/** True while a job may go on with what is in its work folder. */
export function needsWorkFolder(store: Store, job: Job, now: number): boolean {
  // Whoever takes it in again finds what is paid, for as long as the service would have kept it.
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

/** What can be done with a job in its state; buttons, menus and shortcuts all ask here. Pure. */

import { finalStates, isPermanentFailure, type JobState, type JobSummary } from '../../../contract/jobs/job.ts';
import type { ChoiceTally } from '../../../contract/review/list-queries.ts';

export const jobActions = [
  'review',
  'decide',
  'retry',
  'again',
  'with',
  'originals',
  'hold',
  'resume',
  'first',
  'last',
  'cancel',
  'remove',
] as const;
export type JobAction = (typeof jobActions)[number];

/**
 * True where `action` makes sense for `job` now.
 * @param isMended its file is another one than the one it failed for (`useSourceFixed.ts`)
 */
export function allows(job: JobSummary, action: JobAction, isMended = false): boolean {
  switch (action) {
    case 'review':
      return job.resultCount > 0;
    case 'decide':
      return job.state === 'uncertain';
    case 'retry':
      return (job.state === 'failed' && (isMended || !isPermanentFailure(job))) || job.state === 'cancelled';
    case 'again':
      return job.state === 'done';
    case 'originals':
      return job.state === 'done';
    case 'with':
      return true;
    case 'hold':
      return !job.held && !isIdle(job);
    case 'resume':
      return job.held && !isIdle(job);
    case 'first':
    case 'last':
      return job.state === 'queued';
    case 'cancel':
      return !isIdle(job);
    case 'remove':
      return isIdle(job);
    default:
      return action satisfies never;
  }
}

/** How many of the chosen jobs `action` makes sense for; what was given up is retried only where it is chosen by itself. */
export function allowed({ count, states, held, givenUp, forGood }: ChoiceTally, action: JobAction): number {
  const countOf = (...names: JobState[]) => names.reduce((sum, name) => sum + (states[name] ?? 0), 0);
  const resting = countOf(...finalStates);
  switch (action) {
    case 'review':
      return count === 1 ? countOf('done') : 0;
    case 'decide':
      return countOf('uncertain');
    case 'retry':
      return countOf('failed', 'cancelled') - forGood - (count > 1 ? givenUp : 0);
    case 'again':
      return countOf('done');
    case 'originals':
      return countOf('done');
    case 'with':
      return count;
    case 'hold':
      return count - resting - held;
    case 'resume':
      return held;
    case 'first':
    case 'last':
      return countOf('queued');
    case 'cancel':
      return count - resting;
    case 'remove':
      return resting;
    default:
      return action satisfies never;
  }
}

/** True where nothing more happens to `job` by itself. */
export function isIdle(job: JobSummary): boolean {
  switch (job.state) {
    case 'done':
    case 'failed':
    case 'cancelled':
    case 'uncertain':
      return true;
    case 'queued':
    case 'preparing':
    case 'submitting':
    case 'waiting':
    case 'fetching':
    case 'placing':
      return false;
    default:
      return job.state satisfies never;
  }
}

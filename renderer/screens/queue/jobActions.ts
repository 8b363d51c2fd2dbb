/** Actions on jobs by their state, for buttons, menus and shortcuts. */

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

/** Whether `action` applies to `job`. @see useSourceFixed for `isSourceFixed` */
export function allows(job: JobSummary, action: JobAction, isSourceFixed = false): boolean {
  switch (action) {
    case 'review':
      return job.resultCount > 0;
    case 'decide':
      return job.state === 'uncertain';
    case 'retry':
      return (job.state === 'failed' && (isSourceFixed || !isPermanentFailure(job))) || job.state === 'cancelled';
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

/** Returns how many of the selected jobs `action` applies to. Among several, those the user gave up are not retried. */
export function allowed({ count, states, held, givenUp, forGood }: ChoiceTally, action: JobAction): number {
  const countOf = (...names: JobState[]) => names.reduce((sum, name) => sum + (states[name] ?? 0), 0);
  const finished = countOf(...finalStates);
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
      return count - finished - held;
    case 'resume':
      return held;
    case 'first':
    case 'last':
      return countOf('queued');
    case 'cancel':
      return count - finished;
    case 'remove':
      return finished;
    default:
      return action satisfies never;
  }
}

/** Whether `job` waits for the user, or is final. */
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

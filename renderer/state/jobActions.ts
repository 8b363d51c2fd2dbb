/** What can be done with a job in its state; buttons, menus and shortcuts all ask here. Pure. */
import { isGivenUp, type JobSummary } from '../../preload/contract/job.ts';

export const jobActions = [
  'review',
  'decide',
  'retry',
  'again',
  'hold',
  'resume',
  'first',
  'last',
  'cancel',
  'remove',
] as const;
export type JobAction = (typeof jobActions)[number];

/** True where `action` makes sense for `job` now. */
export function allows(job: JobSummary, action: JobAction): boolean {
  switch (action) {
    case 'review':
      return job.resultCount > 0;
    case 'decide':
      return job.state === 'uncertain';
    case 'retry':
      return job.state === 'failed' || job.state === 'cancelled';
    case 'again':
      return job.state === 'done';
    case 'hold':
      return !job.held && !isResting(job);
    case 'resume':
      return job.held && !isResting(job);
    case 'first':
    case 'last':
      return job.state === 'queued';
    case 'cancel':
      return !isResting(job);
    case 'remove':
      return isResting(job);
    default:
      return action satisfies never;
  }
}

/** The ids of those `jobs` that `action` makes sense for; what was given up is retried only where it is chosen by itself. */
export function allowing(jobs: readonly JobSummary[], action: JobAction): number[] {
  const leavesGivenUp = action === 'retry' && jobs.length > 1;
  return jobs.filter((job) => allows(job, action) && !(leavesGivenUp && isGivenUp(job))).map((job) => job.id);
}

/** True where nothing more happens to `job` by itself. */
export function isResting(job: JobSummary): boolean {
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

/** Photographs that were given up in the knowledge that they may have been charged: the user learns of them from every command. */
import type { JobSummary } from '../../preload/contract/job.ts';

/** What `status` says of them: how many there are, then which. */
export function givenUpLines(jobs: readonly Pick<JobSummary, 'id' | 'sourcePath'>[]): string[] {
  if (jobs.length === 0) return [];
  const which = jobs.length === 1 ? 'One photograph was' : `${jobs.length} photographs were`;
  return [
    `${which} given up and may have been charged.`,
    ...jobs.map(({ id, sourcePath }) => `${sourcePath} (job ${id}): given up.`),
  ];
}

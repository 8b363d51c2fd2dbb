/** Photographs that were given up in the knowledge that they may have been charged: the user learns of them from every command. */
import type { JobSummary } from '../../contract/job.ts';
import { type Sentence, say } from '../../contract/sentence.ts';
import { counted } from './counted.ts';

/** What `status` says of them: how many there are, then which. */
export function givenUpLines(jobs: readonly Pick<JobSummary, 'id' | 'sourcePath'>[]): Sentence[] {
  return [
    ...counted(jobs.length, 'cli.givenUp.all'),
    ...jobs.map(({ id, sourcePath }) => say('cli.givenUp.job', { path: sourcePath, job: String(id) })),
  ];
}

/** Photographs that were given up in the knowledge that they may have been charged: the user learns of them from every command. */
import type { JobSummary } from '../../contract/jobs/job.ts';
import { type MessageDescriptor, msg } from '../../contract/messages/message.ts';
import { countMessages } from './count-messages.ts';

/** What `status` says of them: how many there are, then which. */
export function abandonedMessages(jobs: readonly Pick<JobSummary, 'id' | 'sourcePath'>[]): MessageDescriptor[] {
  return [
    ...countMessages(jobs.length, 'cli.givenUp.all'),
    ...jobs.map(({ id, sourcePath }) => msg('cli.givenUp.job', { path: sourcePath, job: String(id) })),
  ];
}

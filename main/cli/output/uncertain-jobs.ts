/** Messages on possible charges: for uncertain photographs, and for those the user gave up. */
import type { JobSummary, UncertainGroup } from '../../../contract/jobs/job.ts';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import { evidenceMessage } from '../../../contract/services/costs.ts';
import { countMessages } from './message-parts.ts';

/** Returns a message for each cause, and how to decide. */
export function uncertainMessages(groups: readonly UncertainGroup[]): MessageDescriptor[] {
  if (groups.length === 0) return [];
  return [
    ...groups.flatMap((group) => {
      const { cause, message, count } = group;
      const evidence = evidenceMessage(group);
      return [msg('cli.undecided.cause', { count, cause, message }), ...(evidence === null ? [] : [evidence])];
    }),
    msg('cli.undecided.how'),
    ...(groups.some(({ askable = 0 }) => askable > 0) ? [msg('cli.undecided.ask')] : []),
  ];
}

/** Returns the groups for `--json`. */
export function uncertainForJson(groups: readonly UncertainGroup[]): (UncertainGroup & { readonly message: string })[] {
  return groups.map((group) => ({ ...group, message: formatMessage(group.message, 'terminal') }));
}

/** Returns the number of given-up photographs, and a line for each. */
export function abandonedMessages(jobs: readonly Pick<JobSummary, 'id' | 'sourcePath'>[]): MessageDescriptor[] {
  return [
    ...countMessages(jobs.length, 'cli.givenUp.all'),
    ...jobs.map(({ id, sourcePath }) => msg('cli.givenUp.job', { path: sourcePath, job: String(id) })),
  ];
}

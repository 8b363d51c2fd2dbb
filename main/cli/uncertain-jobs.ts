/** What waits for the user's decision, as commands say it. */

import type { UncertainGroup } from '../../contract/jobs/job.ts';
import { formatMessage } from '../../contract/messages/format-message.ts';
import { type MessageDescriptor, msg } from '../../contract/messages/message.ts';
import { evidenceMessage } from '../../contract/services/costs.ts';

/** A sentence for each cause, and how to decide. */
export function uncertainMessages(undecided: readonly UncertainGroup[]): MessageDescriptor[] {
  if (undecided.length === 0) return [];
  return [
    ...undecided.flatMap((each) => {
      const { cause, message, count } = each;
      const evidence = evidenceMessage(each);
      return [msg('cli.undecided.cause', { count, cause, message }), ...(evidence === null ? [] : [evidence])];
    }),
    msg('cli.undecided.how'),
    ...(undecided.some(({ askable = 0 }) => askable > 0) ? [msg('cli.undecided.ask')] : []),
  ];
}

/** As `--json` has it. */
export function uncertainForJson(
  undecided: readonly UncertainGroup[],
): (UncertainGroup & { readonly message: string })[] {
  return undecided.map((each) => ({ ...each, message: formatMessage(each.message, 'terminal') }));
}

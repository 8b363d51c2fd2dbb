/** `burnish cancel`: ends jobs that are not at rest. What is paid is kept: the same `run` again goes on with it. */
import { isGivenUp } from '../../contract/jobs/job.ts';
import { type MessageDescriptor, msg } from '../../contract/messages/message.ts';
import { retryTransient } from '../store/index.ts';
import { type CommonOptions, type ExitCode, findService, openSession } from './command-session.ts';
import { countMessages } from './count-messages.ts';
import { UsageError } from './parse-recipe.ts';
import { requireExactlyOne } from './photo-selection.ts';
import { targetsStudio } from './studio-options.ts';
import { escapeTerminalJson, terminalLine } from './terminal-text.ts';
import { uncertainForJson, uncertainMessages } from './uncertain-jobs.ts';

export interface CancelOptions extends CommonOptions {
  readonly job?: number;
  readonly all?: boolean;
}

/**
 * What was just being sent to a service that charges counts as given up, and that is said. What waits for a decision is left
 * to `burnish decide`, however it was named.
 * @throws UsageError where it is not said which photographs, or in more than one way
 */
export async function cancel({ service, ...options }: CancelOptions): Promise<ExitCode> {
  requireExactlyOne({ '--job <number>': options.job, '--service <url or name>': service, '--all': options.all });
  const session = await openSession(options, null);
  const { actions, profiles, views } = session.store;
  try {
    if (targetsStudio(session, options)) {
      const { cancel: cancelInStudio } = await import('./studio.ts');
      return await cancelInStudio(session, { ...options, ...(service === undefined ? {} : { service }) });
    }
    const profile = service === undefined ? undefined : findService(profiles.list(), service);
    if (service !== undefined && profile === undefined) throw new UsageError(msg('cli.usage.noService', { service }));
    const open = views.open(profile?.id ?? null);
    const chosenIds = options.job === undefined ? open : open.filter((id) => id === options.job);
    const ids = await retryTransient(() => actions.cancel(chosenIds), session.interrupted);
    const givenUp = views.byId(ids).filter(isGivenUp).length;
    const shouldListUncertain = options.job === undefined || views.detail(options.job)?.job.state === 'uncertain';
    const undecided = ids.length === 0 && shouldListUncertain ? views.undecided() : [];
    if (options.json)
      console.log(escapeTerminalJson({ cancelled: ids.length, givenUp, undecided: uncertainForJson(undecided) }));
    else
      for (const line of [...cancelledMessages(ids.length, givenUp), ...uncertainMessages(undecided)])
        console.log(terminalLine(line));
    return ids.length === 0 ? 1 : 0;
  } finally {
    await session.close();
  }
}

/** @param givenUp how many of those that were cancelled were just being sent */
export function cancelledMessages(cancelled: number, givenUp: number): MessageDescriptor[] {
  if (cancelled === 0) return [msg('cli.cancel.nothing')];
  const sent =
    cancelled === 1 && givenUp === 1 ? [msg('cli.cancel.sent')] : countMessages(givenUp, 'cli.cancel.sentOf');
  return [...countMessages(cancelled, 'cli.cancel.done'), ...sent];
}

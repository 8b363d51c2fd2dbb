import { isGivenUp } from '../../../contract/jobs/job.ts';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import type { CliCommand, CommandInput } from '../command-definition.ts';
import { type ExitCode, exitCodeFor } from '../exit-codes.ts';
import { type CommonOptions, jobOption, jsonOption } from '../options/common-options.ts';
import { requireExactlyOne } from '../options/option-rules.ts';
import { studioOptions, studioRules, targetsStudio } from '../options/studio-options.ts';
import { countMessages } from '../output/message-parts.ts';
import { printJson, printMessage } from '../output/terminal-text.ts';
import { type Session, withSession } from '../session/command-session.ts';

interface CancelOptions extends CommonOptions {
  readonly job?: number;
  readonly all?: boolean;
}

export const command: CliCommand = {
  description: 'cancel unfinished photographs',
  options: [...studioOptions, jsonOption],
  accept(command) {
    command
      .addOption(jobOption)
      .option('--service <url or name>', 'all unfinished photographs for this service')
      .option('--all', 'all unfinished photographs');
  },
  rules: studioRules,
  run,
};

/**
 * Cancels jobs, but keeps their paid results, so that the same `run` resumes them. A photograph whose upload to a paid
 * service was in progress counts as given up; uncertain ones are left to `burnish decide`.
 */
async function run({ options }: CommandInput<CancelOptions>): Promise<ExitCode> {
  const { service, ...unbound } = options;
  requireExactlyOne({ '--job <number>': options.job, '--service <url or name>': service, '--all': options.all });
  // The service selects jobs here. It must not become a profile.
  return withSession(unbound, async (session) => {
    if (targetsStudio(session, options)) {
      return cancelInStudio(session, options);
    }
    const { actions, profiles, views } = session.store;
    const { uncertainForJson, uncertainMessages } = await import('../output/uncertain-jobs.ts');
    const { requireService } = await import('../session/service-profile.ts');
    const profileId = service === undefined ? null : requireService({ profiles }, service).id;
    const open = views.open(profileId);
    const selected = options.job === undefined ? open : open.filter((id) => id === options.job);
    const cancelled = await session.write(() => actions.cancel(selected));
    const givenUp = views.byId(cancelled).filter(isGivenUp).length;
    const isUncertain = options.job === undefined || views.detail(options.job)?.job.state === 'uncertain';
    const uncertain = cancelled.length === 0 && isUncertain ? views.undecided() : [];
    if (options.json) printJson({ cancelled: cancelled.length, givenUp, undecided: uncertainForJson(uncertain) });
    else
      for (const line of [...cancelledMessages(cancelled.length, givenUp), ...uncertainMessages(uncertain)])
        printMessage(line);
    return exitCodeFor(cancelled.length > 0);
  });
}

/** @param givenUp number of canceled jobs whose upload was in progress */
export function cancelledMessages(cancelled: number, givenUp: number): MessageDescriptor[] {
  if (cancelled === 0) return [msg('cli.cancel.nothing')];
  const sent =
    cancelled === 1 && givenUp === 1 ? [msg('cli.cancel.sent')] : countMessages(givenUp, 'cli.cancel.sentOf');
  return [...countMessages(cancelled, 'cli.cancel.done'), ...sent];
}

async function cancelInStudio(session: Session, options: CancelOptions): Promise<ExitCode> {
  const { askStudio } = await import('../session/studio-access.ts');
  const { job, service } = options;
  const selection = job !== undefined ? { job } : service !== undefined ? { service } : { all: true as const };
  const cancelled = await askStudio(session, options, (overview) => overview.cancel(selection));
  if (options.json) printJson({ cancelled });
  else for (const line of cancelledMessages(cancelled, 0)) printMessage(line);
  return exitCodeFor(cancelled > 0);
}

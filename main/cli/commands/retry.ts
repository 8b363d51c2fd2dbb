import { msg } from '../../../contract/messages/message.ts';
import type { CliCommand, CommandInput } from '../command-definition.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { type CommonOptions, jsonLinesOption } from '../options/common-options.ts';
import { keyOptions, serviceRules } from '../options/service-options.ts';
import { studioOptions, studioRules, targetsStudio } from '../options/studio-options.ts';
import { countMessages } from '../output/message-parts.ts';
import { printJson, printMessage } from '../output/terminal-text.ts';
import { openSession, type Session } from '../session/command-session.ts';

export const command: CliCommand = {
  description: 'retry failed photographs',
  options: [jsonLinesOption, ...keyOptions, ...studioOptions],
  rules: [...serviceRules, ...studioRules],
  run,
};

/** Queues failed jobs again, and runs until they are finished. Uncertain jobs are left to `burnish decide`. */
async function run({ options, launch }: CommandInput): Promise<ExitCode> {
  const session = await openSession(options, { launch, role: 'command' });
  const { app, store, write } = session;
  if (targetsStudio(session, options)) {
    return retryInStudio(session, options).finally(() => session.close());
  }
  const [{ startReport }, { runToEnd }, { currentStatus }] = await Promise.all([
    import('../queue/run-report.ts'),
    import('../queue/run-to-end.ts'),
    import('../queue/standstill-reasons.ts'),
  ]);
  const failed = await write(() => store.views.retryable());
  const reporter = startReport(store, options.json ?? false, null, (progress) => currentStatus(session, progress));
  if (failed.length > 0) reporter.line(msg('cli.retry.begins', { count: failed.length }));
  else reporter.line(msg(store.views.hasOpen() ? 'cli.retry.rest' : 'cli.retry.nothing'));
  await write(() => store.actions.retry(failed));
  await write(() => store.actions.hurry(null));
  app.start();
  return runToEnd(session, reporter, { jobs: null, refused: [], givenUp: 0 });
}

/** Retries failed jobs of the studio. Its stations process them. */
async function retryInStudio(session: Session, options: CommonOptions): Promise<ExitCode> {
  const { askStudio } = await import('../session/studio-access.ts');
  const retried = await askStudio(session, options, (overview) => overview.retry({ all: true }));
  const lines = retried === 0 ? [msg('cli.retry.nothing')] : countMessages(retried, 'studio.retried');
  if (options.json) printJson({ retried });
  else for (const line of lines) printMessage(line);
  return exitCodes.done;
}

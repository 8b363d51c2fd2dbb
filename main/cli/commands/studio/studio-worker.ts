import { msg } from '../../../../contract/messages/message.ts';
import type { CliCommand, CommandInput } from '../../command-definition.ts';
import { type ExitCode, exitCodeFor, UsageError } from '../../exit-codes.ts';
import { jsonLinesOption } from '../../options/common-options.ts';
import { parsePositiveInteger } from '../../options/option-parsers.ts';
import { keyOptions, serviceRules } from '../../options/service-options.ts';
import { stationOptions, stationRules } from '../../options/studio-options.ts';
import { openSession } from '../../session/command-session.ts';

export const command: CliCommand = {
  description: 'process photographs of a studio until Ctrl-C',
  options: [...keyOptions, ...stationOptions, jsonLinesOption],
  accept(command) {
    command.option('--lanes <number>', 'maximum number of requests at a time from this station', parsePositiveInteger);
  },
  rules: [...serviceRules, ...stationRules],
  run,
};

async function run({ options, launch }: CommandInput): Promise<ExitCode> {
  const [{ rethrowUnlessUnreachable }, { createStopNotice, followQueueStatus, waitForAbort }] = await Promise.all([
    import('../../queue/add-and-run.ts'),
    import('../../queue/follow-queue.ts'),
  ]);
  const [{ startReport }, { currentStatus }] = await Promise.all([
    import('../../queue/run-report.ts'),
    import('../../queue/standstill-reasons.ts'),
  ]);
  const session = await openSession(options, { launch, role: 'worker' });
  const { app, store, interrupted } = session;
  try {
    if (app.studio === null) throw new UsageError(msg('studio.notJoined'));
    await app.studio.check().catch(rethrowUnlessUnreachable);
    const reporter = startReport(store, options.json ?? false, null, (progress) => currentStatus(session, progress));
    app.start();
    reporter.line(msg('studio.worker.begins'));
    const stopFollowing = followQueueStatus(session, reporter);
    const { tooOld } = app.studio.station;
    const isTooOld = await Promise.race([waitForAbort(interrupted).then(() => false), tooOld.then(() => true)]);
    stopFollowing();
    await session.close(createStopNotice(reporter));
    reporter.stop();
    return exitCodeFor(!isTooOld);
  } catch (error) {
    await session.close();
    throw error;
  }
}

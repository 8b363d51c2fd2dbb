import { type JobState, type JobSummary, jobStates } from '../../../contract/jobs/job.ts';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import { type Message, type MessageDescriptor, type MessageKey, msg } from '../../../contract/messages/message.ts';
import type { CliCommand, CommandInput } from '../command-definition.ts';
import { type ExitCode, exitCodeFor } from '../exit-codes.ts';
import { jsonOption } from '../options/common-options.ts';
import { studioOptions, studioRules, targetsStudio } from '../options/studio-options.ts';
import { countMessages, joinMessagesWithCommas } from '../output/message-parts.ts';
import { printJson, printMessage } from '../output/terminal-text.ts';
import type { QueueReport } from '../queue/queue-report.ts';
import { withReadOnlySession } from '../session/command-session.ts';

export const command: CliCommand = {
  description: 'show the state of the queue',
  options: [...studioOptions, jsonOption],
  rules: studioRules,
  run,
};

/** Ends with 1 if anything needs the user: failed or uncertain photographs, a standstill, or lost data. */
function run({ options }: CommandInput): Promise<ExitCode> {
  return withReadOnlySession(options, async (session) => {
    if (targetsStudio(session, options)) {
      const { printStudioStatus } = await import('./studio/studio-overview.ts');
      return printStudioStatus(session, options);
    }
    const { readQueueReport } = await import('../queue/queue-report.ts');
    const report = await readQueueReport(session);
    if (options.json) printJson(reportForJson(report));
    else for (const line of reportLines(report)) printMessage(line);
    return exitCodeFor(!report.needsUser);
  });
}

function reportForJson(report: QueueReport) {
  const { counts, open, troubles, status, uncertain, givenUp, holder, conditions, inspections } = report;
  return {
    counts,
    open,
    troubles: troubles.map(({ id, sourcePath, state, error }) => ({
      job: id,
      file: sourcePath,
      state,
      error: error ? formatMessage(error.message, 'terminal') : null,
      cause: error?.code ?? null,
    })),
    standing: { ...status, waits: status.waits.map((each) => formatMessage(each, 'terminal')) },
    undecided: uncertain,
    givenUp: givenUp.map(({ id, sourcePath }) => ({ job: id, file: sourcePath })),
    runBy: holder?.what ?? null,
    conditions,
    toLookAt: inspections,
  };
}

const countKeys = {
  queued: 'cli.count.queued',
  preparing: 'cli.count.preparing',
  submitting: 'cli.count.submitting',
  waiting: 'cli.count.waiting',
  fetching: 'cli.count.fetching',
  placing: 'cli.count.placing',
  done: 'cli.count.done',
  failed: 'cli.count.failed',
  cancelled: 'cli.count.cancelled',
  uncertain: 'cli.count.uncertain',
} as const satisfies Record<JobState, MessageKey>;

function reportLines(report: QueueReport): Message[] {
  const counts = jobStates.flatMap((state) => countMessages(report.counts[state], countKeys[state]));
  return [
    report.summary,
    ...(counts.length > 0 ? [joinMessagesWithCommas(counts)] : []),
    ...report.open.map((each) => msg('cli.status.unfinished', each)),
    ...report.notes,
    ...report.conditions.map(({ service, message }) => msg('cli.service', { service, message })),
    ...(report.isPaused ? [msg('cli.paused')] : []),
    ...report.troubles.map(troubleLine),
    ...report.chargeMessages,
  ];
}

function troubleLine({ id, sourcePath: path, state, error }: JobSummary): MessageDescriptor {
  const values = { path, job: String(id), message: error?.message ?? '' };
  return msg(state === 'failed' ? 'cli.status.failed' : 'cli.status.uncertain', values);
}

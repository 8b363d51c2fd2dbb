import { Argument } from 'commander';
import { decisionSchema, type JobDecision } from '../../../contract/app/action-reports.ts';
import { isGivenUp } from '../../../contract/jobs/job.ts';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import type { Store } from '../../store/index.ts';
import type { CliCommand, CommandInput } from '../command-definition.ts';
import { type ExitCode, exitCodeFor, UsageError } from '../exit-codes.ts';
import { type CommonOptions, jobOption, jsonOption } from '../options/common-options.ts';
import { requireExactlyOne } from '../options/option-rules.ts';
import { studioOptions, studioRules, targetsStudio } from '../options/studio-options.ts';
import { countMessages } from '../output/message-parts.ts';
import { printJson, printMessage } from '../output/terminal-text.ts';
import { type Session, withSession } from '../session/command-session.ts';

interface DecideOptions extends CommonOptions {
  readonly job?: number;
  readonly cause?: string;
  readonly all?: boolean;
}

export const command: CliCommand = {
  description: 'decide what to do with photographs that may have been charged',
  options: [...studioOptions, jsonOption],
  accept(command) {
    command
      .addArgument(
        new Argument('<decision>', 'query their tasks again, send the photographs again, or give them up').choices(
          decisionSchema.options,
        ),
      )
      .addOption(jobOption)
      .option('--cause <cause>', 'all photographs with this cause, as shown by `status`')
      .option('--all', 'all photographs that may have been charged');
  },
  rules: studioRules,
  run,
};

/** Saves a decision, which the next run or the window carries out. Ends with 1 if photographs are still uncertain. */
async function run({ args: [decision], options }: CommandInput<DecideOptions, [JobDecision]>): Promise<ExitCode> {
  const { job, cause, all, json } = options;
  requireExactlyOne({ '--job <number>': job, '--cause <cause>': cause, '--all': all });
  return withSession(options, async (session) => {
    const { store, write } = session;
    if (targetsStudio(session, options)) {
      if (decision === 'ask-again') throw new UsageError(msg('cli.decide.askInStudio'));
      return decideInStudio(session, decision, options);
    }
    const { uncertainForJson, uncertainMessages } = await import('../output/uncertain-jobs.ts');
    const decided = await write(() =>
      job === undefined ? store.actions.decideCause(cause ?? null, decision) : decideJob(store, job, decision),
    );
    const left = store.views.undecided();
    if (json) printJson({ decided: decided.length, decision, undecided: uncertainForJson(left) });
    else
      for (const line of [...decidedMessages(decided.length, decision), ...uncertainMessages(left)]) printMessage(line);
    return exitCodeFor(left.length === 0 && decided.length > 0);
  });
}

/** Decides a job. One that the user gave up is queued first, so that jobs with the same content follow it. */
function decideJob({ actions, views }: Store, id: number, decision: JobDecision): number[] {
  const detail = views.detail(id);
  const revived = decision === 'send-again' && detail !== null && isGivenUp(detail.job) ? actions.retry([id]) : [];
  return [...new Set([...revived, ...actions.decide([id], decision)])];
}

const decidedKeys = {
  'ask-again': 'cli.decide.askedAgain',
  'send-again': 'cli.decide.sentAgain',
  'give-up': 'cli.decide.givenUp',
} as const satisfies Record<JobDecision, string>;

function decidedMessages(count: number, decision: JobDecision): MessageDescriptor[] {
  return count === 0 ? [msg('cli.decide.nothing')] : countMessages(count, decidedKeys[decision]);
}

async function decideInStudio(
  session: Session,
  decision: Exclude<JobDecision, 'ask-again'>,
  options: DecideOptions,
): Promise<ExitCode> {
  const { askStudio } = await import('../session/studio-access.ts');
  const { job, cause } = options;
  const selection = job !== undefined ? { job } : cause !== undefined ? { cause } : { all: true as const };
  const { decided, left } = await askStudio(session, options, async (overview) => ({
    decided: await overview.decide(selection, decision),
    left: (await overview.status()).counts.uncertain,
  }));
  const key = decision === 'give-up' ? 'cli.decide.givenUp' : 'studio.sentAgain';
  if (options.json) printJson({ decided, decision, undecided: left });
  else for (const line of decided === 0 ? [msg('cli.decide.nothing')] : countMessages(decided, key)) printMessage(line);
  return exitCodeFor(left === 0 && decided > 0);
}

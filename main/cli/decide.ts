/** `burnish decide`: the user's word on photographs that may have been charged; carried out by the next run, or by the window. */

import type { JobDecision } from '../../contract/app/action-reports.ts';
import { isGivenUp } from '../../contract/jobs/job.ts';
import { type MessageDescriptor, msg } from '../../contract/messages/message.ts';
import { retryTransient, type Store } from '../store/index.ts';
import { type CommonOptions, type ExitCode, openSession } from './command-session.ts';
import { countMessages } from './count-messages.ts';
import { UsageError } from './parse-recipe.ts';
import { requireExactlyOne } from './photo-selection.ts';
import { targetsStudio } from './studio-options.ts';
import { escapeTerminalJson, terminalLine } from './terminal-text.ts';
import { uncertainForJson, uncertainMessages } from './uncertain-jobs.ts';

export interface DecideOptions extends CommonOptions {
  readonly job?: number;
  readonly cause?: string;
  readonly all?: boolean;
}

/** @throws UsageError where it is not said which photographs, or in more than one way */
export async function decide(decision: JobDecision, options: DecideOptions): Promise<ExitCode> {
  requireExactlyOne({ '--job <number>': options.job, '--cause <cause>': options.cause, '--all': options.all });
  const session = await openSession(options, null);
  const { store } = session;
  if (targetsStudio(session, options)) {
    if (decision === 'ask-again') throw new UsageError(msg('cli.decide.askInStudio'));
    const { decide: decideInStudio } = await import('./studio.ts');
    return decideInStudio(session, decision, options).finally(() => session.close());
  }
  const { job } = options;
  const decideNow = () =>
    job === undefined ? store.actions.decideCause(options.cause ?? null, decision) : decideOne(store, job, decision);
  const decided = await retryTransient(decideNow, session.interrupted);
  const left = store.views.undecided();
  if (options.json)
    console.log(escapeTerminalJson({ decided: decided.length, decision, undecided: uncertainForJson(left) }));
  else {
    for (const line of [...decidedLines(decided.length, decision), ...uncertainMessages(left)])
      console.log(terminalLine(line));
  }
  await session.close();
  return left.length > 0 || decided.length === 0 ? 1 : 0;
}

const decidedKeys = {
  'ask-again': 'cli.decide.askedAgain',
  'send-again': 'cli.decide.sentAgain',
  'give-up': 'cli.decide.givenUp',
} as const satisfies Record<JobDecision, string>;

function decidedLines(count: number, decision: JobDecision): MessageDescriptor[] {
  if (count === 0) return [msg('cli.decide.nothing')];
  return countMessages(count, decidedKeys[decision]);
}

/** A photograph that was given up may be sent again after all. It comes first, so that those that share its result wait for it. */
function decideOne({ actions, views }: Store, id: number, decision: JobDecision): number[] {
  const detail = views.detail(id);
  const revived = decision === 'send-again' && detail !== null && isGivenUp(detail.job) ? actions.retry([id]) : [];
  return [...new Set([...revived, ...actions.decide([id], decision)])];
}

/** `burnish decide`: the user's word on photographs that may have been charged; carried out by the next run, or by the window. */
import type { Decision } from '../../preload/contract/channels.ts';
import { isGivenUp } from '../../preload/contract/job.ts';
import { patiently, type Store } from '../store/index.ts';
import { requireOne } from './chosen.ts';
import { printable, printableJson } from './printable.ts';
import { undecidedLines } from './run-to-end.ts';
import { type CommonOptions, type ExitCode, openSession } from './session.ts';

export interface DecideOptions extends CommonOptions {
  readonly job?: number;
  readonly cause?: string;
  readonly all?: boolean;
}

/** @throws UsageError where it is not said which photographs, or in more than one way */
export async function decide(decision: Decision, options: DecideOptions): Promise<ExitCode> {
  requireOne({ '--job <number>': options.job, '--cause <cause>': options.cause, '--all': options.all });
  const session = await openSession(options, null);
  const { store } = session;
  const { job } = options;
  const decideNow = () =>
    job === undefined ? store.actions.decideCause(options.cause ?? null, decision) : decideOne(store, job, decision);
  const decided = await patiently(decideNow, session.interrupted);
  const left = store.views.undecided();
  if (options.json) console.log(printableJson({ decided: decided.length, decision, undecided: left }));
  else {
    const which = decided.length === 1 ? 'One photograph' : `${decided.length} photographs`;
    const is = decided.length === 1 ? 'is' : 'are';
    const what =
      decision === 'give-up'
        ? `${which} ${is} given up.`
        : `${which} will be sent again, by the window or by the next burnish retry.`;
    console.log(decided.length === 0 ? 'Nothing like that is waiting for a decision.' : what);
    for (const line of undecidedLines(left)) console.log(printable(line));
  }
  await session.close();
  return left.length > 0 || decided.length === 0 ? 1 : 0;
}

/** A photograph that was given up may be sent again after all. It comes first, so that those that share its result wait for it. */
function decideOne({ actions, views }: Store, id: number, decision: Decision): number[] {
  const detail = views.detail(id);
  const revived = decision === 'send-again' && detail !== null && isGivenUp(detail.job) ? actions.retry([id]) : [];
  return [...new Set([...revived, ...actions.decide([id], decision)])];
}

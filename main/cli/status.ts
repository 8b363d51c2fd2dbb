/** `burnish status`: how things stand, how many jobs are in which state, at which services, and what needs the user. */

import { isGivenUp, type JobState, jobStates } from '../../contract/jobs/job.ts';
import type { QueueStatus } from '../../contract/jobs/work-status.ts';
import { formatMessage } from '../../contract/messages/format-message.ts';
import { type Message, type MessageKey, msg } from '../../contract/messages/message.ts';
import { holderMessage } from '../ipc/status/profile-status.ts';
import { messageAt } from '../service/throttle/limiter-message.ts';
import { hasPossibleLosses, queueHolders } from '../store/index.ts';
import { abandonedMessages } from './abandoned-jobs.ts';
import { type CommonOptions, type ExitCode, openReadOnly, type Session, serviceNames } from './command-session.ts';
import { countMessages, joinMessagesWithCommas } from './count-messages.ts';
import { statusLine } from './progress-bar.ts';
import { currentStatus, reasonMessages, standstillReasons } from './standstill-reasons.ts';
import { targetsStudio } from './studio-options.ts';
import { escapeTerminalJson, terminalLine } from './terminal-text.ts';
import { uncertainForJson, uncertainMessages } from './uncertain-jobs.ts';

/** Ends with 1 where anything needs the user: what failed, what is uncertain, and what does not go on by itself. */
export async function status(options: CommonOptions): Promise<ExitCode> {
  const session = await openReadOnly(options);
  try {
    if (targetsStudio(session, options)) return await (await import('./studio.ts')).status(session, options);
    return printStatus(session, await currentStatus(session), options.json ?? false);
  } finally {
    await session.close();
  }
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

/** Whoever runs the queue leaves these alone until the user says otherwise. */
const isForUser = ({ why }: ReturnType<typeof standstillReasons>[number]) =>
  why === 'cost' || why === 'trial' || why === 'held' || why === 'price';

function printStatus(session: Session, queueStatus: QueueStatus, isJson: boolean): ExitCode {
  const { store } = session;
  const counts = store.views.counts();
  const undecided = store.views.undecided();
  const summaries = store.views.summaries();
  const failed = summaries.filter(({ state }) => state === 'failed' || state === 'uncertain');
  const givenUp = summaries.filter(isGivenUp);
  const names = serviceNames(store);
  const open = store.views.openByService().map(({ profileId, count }) => ({
    service: names.get(profileId) ?? profileId,
    count,
  }));
  const reasons = standstillReasons(store, null);
  const conditions = store.conditions.list();
  // Asked last: if it is there still, what stands in the database is its own word.
  const holder = store.queueLock.holder();
  const to = holder?.what === queueHolders.window ? 'window' : 'terminal';
  const held = (holder === null ? [] : conditions).map(({ subject, condition, blocks, ...said }) => ({
    service: names.get(subject) ?? subject,
    condition,
    message: formatMessage(messageAt(said, Date.now()), to),
    needsYou: blocks.length > 0,
  }));
  if (isJson) {
    const troubles = failed.map(({ id, sourcePath, state, error }) => ({
      job: id,
      file: sourcePath,
      state,
      error: error ? formatMessage(error.message, 'terminal') : null,
      cause: error?.code ?? null,
    }));
    const gone = givenUp.map(({ id, sourcePath }) => ({ job: id, file: sourcePath }));
    const { waits, ...numbers } = queueStatus;
    const rest = {
      standing: { ...numbers, waits: waits.map((each) => formatMessage(each, 'terminal')) },
      undecided: uncertainForJson(undecided),
      givenUp: gone,
      runBy: holder?.what ?? null,
      conditions: held,
      toLookAt: store.inspections.list(),
    };
    console.log(escapeTerminalJson({ counts, open, troubles, ...rest }));
  } else {
    const print = (line: Message) => console.log(terminalLine(line));
    const numbers = jobStates.flatMap((state) => countMessages(counts[state], countKeys[state]));
    print(statusLine(queueStatus));
    if (numbers.length > 0) print(joinMessagesWithCommas(numbers));
    for (const each of open) print(msg('cli.status.unfinished', each));
    if (holder) print(holderMessage(holder));
    else if (open.length > 0 && (reasons.length === 0 || !reasons.every(isForUser))) print(msg('cli.status.nobody'));
    for (const line of reasonMessages({ reasons: reasons.filter(isForUser), holder }, session)) print(line);
    for (const { service, message } of held) print(msg('cli.service', { service, message }));
    if (store.settings.read().paused) print(msg('cli.paused'));
    for (const { id, sourcePath: path, state, error } of failed) {
      const values = { path, job: String(id), message: error?.message ?? '' };
      print(msg(state === 'failed' ? 'cli.status.failed' : 'cli.status.uncertain', values));
    }
    for (const line of [...abandonedMessages(givenUp), ...uncertainMessages(undecided)]) print(line);
  }
  const hasLost = store.rescue !== null && hasPossibleLosses(store.rescue);
  const isStanding = open.length > 0 && (holder === null || reasons.length > 0);
  return counts.failed + counts.uncertain > 0 || isStanding || hasLost ? 1 : 0;
}

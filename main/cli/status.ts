/** `burnish status`: how many jobs are in which state, at which services, what holds them up, and what needs the user. */
import { isGivenUp } from '../../preload/contract/job.ts';
import { atTime } from '../service/pace/sentence.ts';
import { mayHaveLost, queueHolders } from '../store/index.ts';
import { addressed } from './addressed.ts';
import { givenUpLines } from './given-up.ts';
import { printable, printableJson } from './printable.ts';
import { undecidedLines } from './run-to-end.ts';
import { type CommonOptions, type ExitCode, openLook, type Session, serviceNames } from './session.ts';
import { reasonsOf } from './standing.ts';

/** Ends with 1 where anything needs the user: what failed, what is uncertain, and what does not go on by itself. */
export async function status(options: CommonOptions): Promise<ExitCode> {
  const session = await openLook(options);
  try {
    return tell(session, options.json ?? false);
  } finally {
    await session.close();
  }
}

function tell({ store }: Session, json: boolean): ExitCode {
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
  const reasons = reasonsOf(store, null);
  const conditions = store.conditions.list();
  // Asked last: if it is there still, what stands in the database is its own word.
  const holder = store.queueLock.holder();
  const to = holder?.what === queueHolders.window ? 'window' : 'terminal';
  const held = (holder === null ? [] : conditions).map(({ subject, condition, blocks, ...said }) => ({
    service: names.get(subject) ?? subject,
    condition,
    message: addressed(atTime(said, Date.now()), to),
    needsYou: blocks.length > 0,
  }));
  if (json) {
    const troubles = failed.map(({ id, sourcePath, state, error }) => ({
      job: id,
      file: sourcePath,
      state,
      error: error ? addressed(error.message, 'terminal') : null,
      cause: error?.code ?? null,
    }));
    const gone = givenUp.map(({ id, sourcePath }) => ({ job: id, file: sourcePath }));
    const rest = { undecided, givenUp: gone, runBy: holder?.what ?? null, conditions: held };
    console.log(printableJson({ counts, open, troubles, ...rest }));
  } else {
    const say = (line: string) => console.log(printable(line));
    const words = Object.entries(counts).filter(([, n]) => n > 0);
    say(words.length === 0 ? 'The queue is empty.' : words.map(([state, n]) => `${n} ${state}`).join(', '));
    for (const { service, count } of open) say(`${count} unfinished at ${service}.`);
    if (holder) say(`Run by ${holder.what} (process ${holder.pid}).`);
    else if (open.length > 0) say('Nobody runs the queue. burnish retry, or the window, goes on with it.');
    for (const { service, message } of held) say(`${service}: ${message}`);
    if (store.settings.read().paused) say('The queue is paused. Press “Resume the queue” in the window.');
    for (const { id, sourcePath, state, error } of failed)
      say(`${sourcePath} (job ${id}): ${state}. ${addressed(error?.message ?? '', 'terminal')}`);
    for (const line of [...givenUpLines(givenUp), ...undecidedLines(undecided)]) say(line);
  }
  const hasLost = store.rescue !== null && mayHaveLost(store.rescue);
  const isStanding = open.length > 0 && (holder === null || reasons.length > 0);
  return counts.failed + counts.uncertain > 0 || isStanding || hasLost ? 1 : 0;
}

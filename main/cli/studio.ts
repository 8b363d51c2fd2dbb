/** `burnish studio …`, and what `status`, `decide`, `retry` and `cancel` do in a studio. */

import type { JobDecision } from '../../contract/app/action-reports.ts';
import { formatMessage } from '../../contract/messages/format-message.ts';
import { type Message, type MessageDescriptor, type MessageKey, msg } from '../../contract/messages/message.ts';
import type { ShareCheck } from '../../contract/studio/studio-status.ts';
import { messageAt } from '../service/throttle/limiter-message.ts';
import { retryTransient } from '../store/index.ts';
import { openDatabase } from '../studio/connection/open-database.ts';
import { makeStudio } from '../studio/database/schema.ts';
import type { Overview, SharedJobView, StationView } from '../studio/overview/overview.ts';
import type { JobSelection, SharedState } from '../studio/queue/queue-types.ts';
import { assertIsShare } from '../studio/shares/share-marker.ts';
import { queryStudio } from '../studio/studio.ts';
import { type CommonOptions, type ExitCode, openReadOnly, type Session } from './command-session.ts';
import { countMessages, joinMessagesWithCommas } from './count-messages.ts';
import { UsageError } from './parse-recipe.ts';
import { requireExactlyOne } from './photo-selection.ts';
import { parseConnection, parseMembership } from './studio-connection.ts';
import type { StudioOptions } from './studio-options.ts';
import { resolveSharedPath } from './studio-run.ts';
import { escapeTerminalJson, terminalLine } from './terminal-text.ts';

/** More than any account bears; the database takes no more. */
const maxRequests = 1000;

const print = (line: Message) => console.log(terminalLine(line));

/** Makes the studio in a database, once. */
export async function init(address: string, words: StudioOptions): Promise<ExitCode> {
  const database = openDatabase(parseConnection({ ...words, studio: address }, { studio: null }));
  try {
    await makeStudio(database);
  } finally {
    await database.close();
  }
  print(msg('studio.init.done'));
  return 0;
}

/** From now on this computer takes part. */
export async function join(address: string, options: CommonOptions): Promise<ExitCode> {
  const membership = parseMembership(address, options);
  return withSession<ExitCode>(options, async ({ store, interrupted }) => {
    const reportShares = async (_: Overview, checkShare: (name: string, folder: string) => Promise<ShareCheck>) => {
      for (const share of membership.shares) assertIsShare(await checkShare(share.name, share.folder), share);
    };
    const connection = parseConnection({ ...options, studio: address }, { studio: null });
    await queryStudio(connection, reportShares, store.settings.read().stationId || null);
    await retryTransient(() => store.settings.save({ studio: membership }), interrupted);
    print(msg('studio.join.done', { name: membership.name }));
    if (membership.shares.length === 0) print(msg('studio.join.noShares'));
    return 0;
  });
}

/** It does no longer; what it has of the studio's is given back by the next command that has the queue, or by others. */
export const leave = (options: CommonOptions): Promise<ExitCode> =>
  withSession<ExitCode>(options, async ({ store, interrupted }) => {
    await retryTransient(() => store.settings.save({ studio: null }), interrupted);
    print(msg('studio.leave.done'));
    return 0;
  });

const ask = <T>(options: CommonOptions, question: (overview: Overview, stationId: string) => Promise<T>): Promise<T> =>
  withSession(options, (session) => askOf(session, options, question));

async function withSession<T>(options: CommonOptions, work: (session: Session) => Promise<T>): Promise<T> {
  const session = await openReadOnly(options);
  try {
    return await work(session);
  } finally {
    await session.close();
  }
}

function askOf<T>(
  { store }: Pick<Session, 'store'>,
  options: StudioOptions,
  question: (overview: Overview, stationId: string) => Promise<T>,
) {
  const settings = store.settings.read();
  return queryStudio(
    parseConnection(options, settings),
    (overview) => question(overview, settings.stationId),
    settings.stationId || null,
  );
}

const countKeys = {
  queued: 'cli.count.queued',
  taken: 'studio.count.taken',
  done: 'cli.count.done',
  failed: 'cli.count.failed',
  cancelled: 'cli.count.cancelled',
  uncertain: 'cli.count.uncertain',
} as const satisfies Record<SharedState, MessageKey>;

export const statusOfStudio = (options: CommonOptions): Promise<ExitCode> =>
  withSession(options, (session) => status(session, options));

/** As `burnish status`: ends with 1 where anything needs the user. */
export async function status(session: Pick<Session, 'store'>, options: CommonOptions): Promise<ExitCode> {
  const offers = session.store.shared.offers.count();
  const { counts, open, troubles, conditions, stranded } = await askOf(session, options, (overview) =>
    overview.status(),
  );
  if (options.json) {
    const listedTroubles = troubles.map(troubleLine);
    const held = conditions.map(({ message, until, ...rest }) => ({
      ...rest,
      message: formatMessage(messageAt({ message, until }, 0), 'terminal'),
    }));
    console.log(escapeTerminalJson({ counts, open, troubles: listedTroubles, conditions: held, stranded, offers }));
  } else {
    const numbers = (Object.keys(countKeys) as SharedState[]).flatMap((state) =>
      countMessages(counts[state], countKeys[state]),
    );
    print(numbers.length === 0 ? msg('cli.status.empty') : joinMessagesWithCommas(numbers));
    for (const each of open) print(msg('cli.status.unfinished', each));
    for (const line of [...countMessages(stranded, 'studio.stranded'), ...countMessages(offers, 'studio.offersLeft')])
      print(line);
    for (const { service, message, until } of conditions)
      print(msg('cli.service', { service, message: messageAt({ message, until }, 0) }));
    for (const job of troubles) {
      const values = { path: resolveSharedPath(job), job: String(job.id), message: job.error?.message ?? '' };
      print(msg(job.state === 'failed' ? 'cli.status.failed' : 'cli.status.uncertain', values));
    }
  }
  return counts.failed + counts.uncertain + stranded + offers > 0 || conditions.length > 0 ? 1 : 0;
}

function troubleLine(job: SharedJobView) {
  const { id, state, error } = job;
  const message = error ? formatMessage(error.message, 'terminal') : null;
  return { job: id, file: resolveSharedPath(job), state, error: message, cause: error?.code ?? null };
}

export async function stations(options: CommonOptions): Promise<ExitCode> {
  const list = await ask(options, (overview) => overview.stations());
  if (options.json) console.log(escapeTerminalJson({ stations: list }));
  else {
    for (const each of list) print(stationLine(each));
    if (list.length === 0) print(msg('studio.stations.none'));
  }
  return 0;
}

function stationLine({
  name,
  isThere,
  works,
  isDraining,
  silentMs,
  holds,
  done,
  shares,
}: StationView): MessageDescriptor {
  const taking = isDraining ? 'studio.station.draining' : works ? 'studio.station.works' : 'studio.station.looks';
  const lastHeartbeat =
    silentMs === null
      ? msg('studio.station.saidGoodbye')
      : msg('studio.station.heard', { time: { ms: Math.round(silentMs / 1000) * 1000 } });
  const facts = joinMessagesWithCommas([
    msg('studio.station.holds', { count: holds }),
    msg('studio.station.done', { count: done }),
    lastHeartbeat,
  ]);
  return msg('studio.station.line', {
    name,
    state: msg(isThere ? taking : 'studio.station.away'),
    facts,
    shares: shares.join(', ') || '–',
  });
}

export async function drain(options: CommonOptions & { station?: string; off?: boolean }): Promise<ExitCode> {
  const { station = null, off = false } = options;
  const found = await ask(options, (overview) => overview.drain(station, !off));
  print(msg(!found ? 'studio.drain.nobody' : off ? 'studio.drain.off' : 'studio.drain.on'));
  return found ? 0 : 1;
}

export async function pause(
  options: CommonOptions & { station?: string; all?: boolean; off?: boolean },
): Promise<ExitCode> {
  const { station = null, all = false, off = false } = options;
  if (all && station !== null) throw new UsageError(msg('studio.pause.which'));
  if (all) {
    await ask(options, (overview) => overview.pauseAll(!off));
    print(msg(off ? 'studio.pause.allOff' : 'studio.pause.allOn'));
    return 0;
  }
  const found = await ask(options, (overview) => overview.pause(station, !off));
  print(msg(!found ? 'studio.drain.nobody' : off ? 'studio.pause.off' : 'studio.pause.on'));
  return found ? 0 : 1;
}

export async function limit(service: string, requests: number, options: CommonOptions): Promise<ExitCode> {
  if (requests > maxRequests) throw new UsageError(msg('studio.limit.most', { most: maxRequests }));
  const found = await ask(options, (overview) => overview.limit(service, requests));
  print(found ? msg('studio.limit.done', { service, count: requests }) : msg('cli.usage.noService', { service }));
  return found ? 0 : 1;
}

interface ChosenJobs extends CommonOptions {
  readonly job?: number;
  readonly cause?: string;
  readonly all?: boolean;
}

export async function decide(
  session: Pick<Session, 'store'>,
  decision: Exclude<JobDecision, 'ask-again'>,
  options: ChosenJobs,
): Promise<ExitCode> {
  const { decided, left } = await askOf(session, options, async (overview) => ({
    decided: await overview.decide(choiceOf(options), decision),
    left: (await overview.status()).counts.uncertain,
  }));
  if (options.json) console.log(escapeTerminalJson({ decided, decision, undecided: left }));
  else {
    const key = decision === 'give-up' ? 'cli.decide.givenUp' : 'studio.sentAgain';
    for (const line of decided === 0 ? [msg('cli.decide.nothing')] : countMessages(decided, key)) print(line);
  }
  return left > 0 || decided === 0 ? 1 : 0;
}

export async function cancel(session: Pick<Session, 'store'>, options: ChosenJobs): Promise<ExitCode> {
  requireExactlyOne({
    '--job <number>': options.job,
    '--service <url or name>': options.service,
    '--all': options.all,
  });
  const cancelled = await askOf(session, options, (overview) => overview.cancel(choiceOf(options)));
  if (options.json) console.log(escapeTerminalJson({ cancelled }));
  else
    for (const line of cancelled === 0 ? [msg('cli.cancel.nothing')] : countMessages(cancelled, 'cli.cancel.done'))
      print(line);
  return cancelled === 0 ? 1 : 0;
}

export async function retry(session: Pick<Session, 'store'>, options: CommonOptions): Promise<ExitCode> {
  const retried = await askOf(session, options, (overview) => overview.retry({ all: true }));
  if (options.json) console.log(escapeTerminalJson({ retried }));
  else
    for (const line of retried === 0 ? [msg('cli.retry.nothing')] : countMessages(retried, 'studio.retried'))
      print(line);
  return 0;
}

function choiceOf({ job, cause, service }: ChosenJobs): JobSelection {
  if (job !== undefined) return { job };
  if (cause !== undefined) return { cause };
  return service === undefined ? { all: true } : { service };
}

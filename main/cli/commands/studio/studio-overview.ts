/** Shows the queue and the stations of a studio. */
import { formatMessage } from '../../../../contract/messages/format-message.ts';
import { type MessageDescriptor, type MessageKey, msg } from '../../../../contract/messages/message.ts';
import type { SharedJobView, StationView } from '../../../studio/overview/overview.ts';
import type { SharedState } from '../../../studio/queue/queue-types.ts';
import type { CliCommand, CommandInput } from '../../command-definition.ts';
import { type ExitCode, exitCodeFor, exitCodes } from '../../exit-codes.ts';
import { type CommonOptions, jsonOption } from '../../options/common-options.ts';
import { studioOptions, studioRules } from '../../options/studio-options.ts';
import { countMessages, joinMessagesWithCommas, sharedPathText } from '../../output/message-parts.ts';
import { printJson, printMessage } from '../../output/terminal-text.ts';
import { type Session, withReadOnlySession } from '../../session/command-session.ts';

export const status: CliCommand = {
  description: 'show the state of the studio’s queue',
  options: [...studioOptions, jsonOption],
  rules: studioRules,
  run: ({ options }: CommandInput) => withReadOnlySession(options, (session) => printStudioStatus(session, options)),
};

/** Ends with 1 if anything needs the user, like `burnish status`. */
export async function printStudioStatus(session: Pick<Session, 'store'>, options: CommonOptions): Promise<ExitCode> {
  const { messageAt } = await import('../../../service/throttle/limiter-message.ts');
  const { askStudio } = await import('../../session/studio-access.ts');
  const offers = session.store.shared.offers.count();
  const report = await askStudio(session, options, (overview) => overview.status());
  const { counts, open, troubles, conditions, stranded } = report;
  const timed = conditions.map(({ message, until, ...rest }) => ({
    ...rest,
    message: messageAt({ message, until }, 0),
  }));
  if (options.json)
    printJson({
      counts,
      open,
      troubles: troubles.map(troubleForJson),
      conditions: timed.map(({ message, ...rest }) => ({ ...rest, message: formatMessage(message, 'terminal') })),
      stranded,
      offers,
    });
  else {
    const lines = [
      countsLine(counts),
      ...open.map((each) => msg('cli.status.unfinished', each)),
      ...countMessages(stranded, 'studio.stranded'),
      ...countMessages(offers, 'studio.offersLeft'),
      ...timed.map(({ service, message }) => msg('cli.service', { service, message })),
      ...troubles.map(troubleLine),
    ];
    for (const line of lines) printMessage(line);
  }
  return exitCodeFor(counts.failed + counts.uncertain + stranded + offers === 0 && conditions.length === 0);
}

const countKeys = {
  queued: 'cli.count.queued',
  taken: 'studio.count.taken',
  done: 'cli.count.done',
  failed: 'cli.count.failed',
  cancelled: 'cli.count.cancelled',
  uncertain: 'cli.count.uncertain',
} as const satisfies Record<SharedState, MessageKey>;

function countsLine(counts: Readonly<Record<SharedState, number>>): MessageDescriptor | string {
  const messages = (Object.keys(countKeys) as SharedState[]).flatMap((state) =>
    countMessages(counts[state], countKeys[state]),
  );
  return messages.length === 0 ? msg('cli.status.empty') : joinMessagesWithCommas(messages);
}

function troubleLine(job: SharedJobView): MessageDescriptor {
  const values = { path: sharedPathText(job), job: String(job.id), message: job.error?.message ?? '' };
  return msg(job.state === 'failed' ? 'cli.status.failed' : 'cli.status.uncertain', values);
}

function troubleForJson(job: SharedJobView) {
  const { id, state, error } = job;
  const message = error ? formatMessage(error.message, 'terminal') : null;
  return { job: id, file: sharedPathText(job), state, error: message, cause: error?.code ?? null };
}

export const stations: CliCommand = {
  description: 'list the stations of the studio',
  options: [...studioOptions, jsonOption],
  rules: studioRules,
  run: listStations,
};

function listStations({ options }: CommandInput): Promise<ExitCode> {
  return withReadOnlySession(options, async (session) => {
    const { askStudio } = await import('../../session/studio-access.ts');
    const list = await askStudio(session, options, (overview) => overview.stations());
    if (options.json) printJson({ stations: list });
    else
      for (const line of list.length === 0 ? [msg('studio.stations.none')] : list.map(stationLine)) printMessage(line);
    return exitCodes.done;
  });
}

function stationLine(station: StationView): MessageDescriptor {
  const { name, isThere, works, isDraining, silentMs, holds, done, shares } = station;
  const mode = isDraining ? 'studio.station.draining' : works ? 'studio.station.works' : 'studio.station.looks';
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
    state: msg(isThere ? mode : 'studio.station.away'),
    facts,
    shares: shares.join(', ') || '–',
  });
}

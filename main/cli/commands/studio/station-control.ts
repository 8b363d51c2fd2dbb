/** Controls the work of a studio's stations. */
import { Argument } from 'commander';
import { msg } from '../../../../contract/messages/message.ts';
import type { Overview } from '../../../studio/overview/overview.ts';
import type { CliCommand, CommandInput } from '../../command-definition.ts';
import { type ExitCode, exitCodeFor, exitCodes, UsageError } from '../../exit-codes.ts';
import type { CommonOptions } from '../../options/common-options.ts';
import { parsePositiveInteger } from '../../options/option-parsers.ts';
import { studioOptions, studioRules } from '../../options/studio-options.ts';
import { printMessage } from '../../output/terminal-text.ts';
import { withReadOnlySession } from '../../session/command-session.ts';

interface StationOptions extends CommonOptions {
  /** Name of the station. Default: this computer. */
  readonly station?: string;
  readonly off?: boolean;
}

export const drain: CliCommand = {
  description: 'have a station finish its work and take no more',
  options: studioOptions,
  accept(command) {
    command
      .option('--station <name>', 'name of the station (default: this computer)')
      .option('--off', 'have the station take work again');
  },
  rules: studioRules,
  run: drainStation,
};

async function drainStation({ options }: CommandInput<StationOptions>): Promise<ExitCode> {
  const { station = null, off = false } = options;
  const isFound = await queryOverview(options, (overview) => overview.drain(station, !off));
  printMessage(msg(!isFound ? 'studio.drain.nobody' : off ? 'studio.drain.off' : 'studio.drain.on'));
  return exitCodeFor(isFound);
}

interface PauseOptions extends StationOptions {
  readonly all?: boolean;
}

export const pause: CliCommand = {
  description: 'pause a station, or all of them',
  options: studioOptions,
  accept(command) {
    command
      .option('--station <name>', 'name of the station (default: this computer)')
      .option('--all', 'all stations')
      .option('--off', 'resume');
  },
  rules: studioRules,
  run: pauseStations,
};

async function pauseStations({ options }: CommandInput<PauseOptions>): Promise<ExitCode> {
  const { station = null, all = false, off = false } = options;
  if (all && station !== null) throw new UsageError(msg('studio.pause.which'));
  if (all) {
    await queryOverview(options, (overview) => overview.pauseAll(!off));
    printMessage(msg(off ? 'studio.pause.allOff' : 'studio.pause.allOn'));
    return exitCodes.done;
  }
  const isFound = await queryOverview(options, (overview) => overview.pause(station, !off));
  printMessage(msg(!isFound ? 'studio.drain.nobody' : off ? 'studio.pause.off' : 'studio.pause.on'));
  return exitCodeFor(isFound);
}

export const limit: CliCommand = {
  description: 'limit the requests at a time to a service, from all stations together',
  options: studioOptions,
  accept(command) {
    command
      .argument('<service>', 'name or address of the service')
      .addArgument(new Argument('<requests>', 'maximum number of requests at a time').argParser(parsePositiveInteger));
  },
  rules: studioRules,
  run: limitRequests,
};

/** The maximum that the database accepts, above that of any service. */
const maxRequests = 1000;

async function limitRequests({
  args: [service, requests],
  options,
}: CommandInput<CommonOptions, [string, number]>): Promise<ExitCode> {
  if (requests > maxRequests) throw new UsageError(msg('studio.limit.most', { most: maxRequests }));
  const isFound = await queryOverview(options, (overview) => overview.limit(service, requests));
  printMessage(
    isFound ? msg('studio.limit.done', { service, count: requests }) : msg('cli.usage.noService', { service }),
  );
  return exitCodeFor(isFound);
}

async function queryOverview<T>(options: CommonOptions, query: (overview: Overview) => Promise<T>): Promise<T> {
  const { askStudio } = await import('../../session/studio-access.ts');
  return withReadOnlySession(options, (session) => askStudio(session, options, query));
}

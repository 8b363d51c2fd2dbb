import { setTimeout as sleep } from 'node:timers/promises';
import { Argument } from 'commander';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import { joinMessages, type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import {
  type NetworkId,
  type NetworkStatus,
  networkIdSchema,
  networkIds,
  networkOf,
  networkTerms,
} from '../../../contract/services/networks.ts';
import type { Networks } from '../../service/engine/networks/network-manager.ts';
import type { CliCommand, CommandInput } from '../command-definition.ts';
import { type ExitCode, exitCodeFor, UsageError } from '../exit-codes.ts';
import { type CommonOptions, jsonOption } from '../options/common-options.ts';
import { printError, printJson, printMessage } from '../output/terminal-text.ts';
import { type Session, withSession } from '../session/command-session.ts';

type NetworkAction = 'list' | 'download' | 'remove';

export const command: CliCommand = {
  description: 'list, download or remove better networks for cutouts',
  options: [jsonOption],
  accept(command) {
    command
      .addArgument(
        new Argument('[action]', 'what to do')
          .choices(['list', 'download', 'remove'] satisfies NetworkAction[])
          .default('list'),
      )
      .argument('[names...]', networkIds.join(', '));
  },
  run,
};

/** Ends with 1 if a network could not be downloaded or removed. Without names, it lists all. */
async function run({
  args: [action, names],
  options,
}: CommandInput<CommonOptions, [NetworkAction, string[]]>): Promise<ExitCode> {
  const ids = names.map(parseNetworkId);
  if (action !== 'list' && ids.length === 0) throw new UsageError(whichNetwork);
  return withSession(options, async (session) => {
    let isComplete = true;
    for (const id of ids.length > 0 ? ids : networkIds) {
      const status = await applyAction(action, id, session, options.json ?? false);
      const isAsWanted = action === 'list' || status.state === (action === 'download' ? 'ready' : 'absent');
      isComplete &&= isAsWanted;
      if (options.json) printJson(statusForJson(status));
      else if (action === 'list') printMessage(statusLine(status));
      else if (isAsWanted)
        printError(msg(action === 'download' ? 'cli.networks.fetched' : 'cli.networks.removed', { name: id }));
      else if (status.message === null) printError(msg('cli.networks.stopped', { name: id }));
      if (!options.json && status.message !== null && (action === 'list' || !isAsWanted)) printError(status.message);
      if (session.interrupted.aborted) break;
    }
    return exitCodeFor(isComplete);
  });
}

const whichNetwork = msg('cli.usage.whichNetwork', { networks: networkIds.join(', ') });

function parseNetworkId(name: string): NetworkId {
  const id = networkIdSchema.safeParse(name);
  if (!id.success) throw new UsageError(whichNetwork);
  return id.data;
}

/** Downloads or removes a network. Returns its status afterwards. */
async function applyAction(
  action: NetworkAction,
  id: NetworkId,
  { app, store, interrupted }: Session,
  isJson: boolean,
): Promise<NetworkStatus> {
  const { networks } = app.core;
  await networks.checked(id);
  if (action === 'download') await download(networks, id, interrupted, isJson ? () => undefined : printError);
  if (action === 'remove') {
    const { disableAutoDownload } = await import('../../service/engine/networks/auto-download.ts');
    disableAutoDownload(id, store.settings);
    await networks.remove(id);
  }
  return statusOf(networks, id);
}

const statusOf = (networks: Networks, id: NetworkId) => networks.list().find((each) => each.id === id) as NetworkStatus;

const progressIntervalMs = 5000;

/** Resolves when the download has succeeded, failed, or been stopped by Ctrl-C, which keeps the downloaded part. */
async function download(
  networks: Networks,
  id: NetworkId,
  interrupted: AbortSignal,
  report: (message: MessageDescriptor) => void,
): Promise<void> {
  if (statusOf(networks, id).state === 'ready' || interrupted.aborted) return;
  const cancel = () => networks.cancel(id);
  const control = new AbortController();
  interrupted.addEventListener('abort', cancel, { once: true });
  const { totalBytes } = statusOf(networks, id);
  const size = { decimalBytes: totalBytes };
  report(joinMessages(msg('cli.networks.fetching', { name: id, size }), networkTerms(networkOf(id))));
  const ended = networks.download(id).finally(() => control.abort());
  while (await sleep(progressIntervalMs, true, { signal: control.signal }).catch(() => false)) {
    const done = { decimalBytes: statusOf(networks, id).doneBytes };
    report(msg('cli.networks.progress', { name: id, done, size }));
  }
  await ended;
  interrupted.removeEventListener('abort', cancel);
}

function statusForJson({ id, state, doneBytes, totalBytes, message }: NetworkStatus) {
  const { title, licence, licenceCovers, memoryBytes, timesAsLong } = networkOf(id);
  return {
    name: id,
    title,
    state,
    doneBytes,
    totalBytes,
    licence,
    licenceCovers,
    memoryBytes,
    timesAsLong,
    message: message === null ? null : formatMessage(message, 'terminal'),
  };
}

function statusLine(status: NetworkStatus): MessageDescriptor {
  return joinMessages(stateMessage(status), networkTerms(networkOf(status.id)));
}

function stateMessage({ id, state, doneBytes, totalBytes }: NetworkStatus): MessageDescriptor {
  const { title, licence, memoryBytes, timesAsLong } = networkOf(id);
  const facts = {
    name: id,
    network: title,
    licence,
    times: String(timesAsLong),
    size: { decimalBytes: totalBytes },
    memory: { decimalBytes: memoryBytes },
  };
  if (state === 'ready') return msg('cli.networks.ready', facts);
  if (state === 'absent') return msg('cli.networks.absent', facts);
  return msg('cli.networks.partial', { ...facts, done: { decimalBytes: doneBytes } });
}

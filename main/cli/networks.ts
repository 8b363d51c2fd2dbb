/** `burnish networks`: the networks of the catalogue on this computer, and how they come and go. */
import { setTimeout as pause } from 'node:timers/promises';
import { formatMessage } from '../../contract/messages/format-message.ts';
import { joinMessages, type MessageDescriptor, msg } from '../../contract/messages/message.ts';
import {
  type NetworkId,
  type NetworkStatus,
  networkIdSchema,
  networkIds,
  networkOf,
  networkTerms,
} from '../../contract/services/networks.ts';
import { disableAutoDownload } from '../service/engine/networks/auto-download.ts';
import type { Networks } from '../service/engine/networks/network-manager.ts';
import { type CommonOptions, type ExitCode, openSession } from './command-session.ts';
import { UsageError } from './parse-recipe.ts';
import { escapeTerminalJson, terminalLine } from './terminal-text.ts';

export type NetworkAction = 'list' | 'download' | 'remove';

/** How often a download says how far it is, in ms. */
const reportIntervalMs = 5000;

/**
 * @param names of networks; those to list may be left out, which means all
 * @returns 1 where something could not be done; its sentence is said
 * @throws UsageError for a name that is none
 */
export async function networksCommand(
  action: NetworkAction,
  names: readonly string[],
  options: CommonOptions,
): Promise<ExitCode> {
  const ids = names.map(idOf);
  if (action !== 'list' && ids.length === 0) throw new UsageError(whichNetwork);
  const session = await openSession(options, null);
  const all = session.app.core.networks;
  const { interrupted } = session;
  const report = (sentence: MessageDescriptor) => void (options.json || console.error(terminalLine(sentence)));
  let code: ExitCode = 0;
  try {
    for (const id of ids.length > 0 ? ids : networkIds) {
      await all.checked(id);
      if (action === 'download') await download(all, id, interrupted, report);
      if (action === 'remove') {
        disableAutoDownload(id, session.store.settings);
        await all.remove(id);
      }
      const status = statusOf(all, id);
      const isAsWanted = action === 'list' || status.state === (action === 'download' ? 'ready' : 'absent');
      if (!isAsWanted) code = 1;
      if (options.json) console.log(escapeTerminalJson(described(status)));
      else if (action === 'list') {
        console.log(terminalLine(lineOf(status)));
        if (status.message !== null) console.error(formatMessage(status.message, 'terminal'));
      } else if (isAsWanted)
        report(msg(action === 'download' ? 'cli.networks.fetched' : 'cli.networks.removed', { name: id }));
      else if (status.message !== null) console.error(formatMessage(status.message, 'terminal'));
      else report(msg('cli.networks.stopped', { name: id }));
      if (interrupted.aborted) break;
    }
    return code;
  } finally {
    await session.close();
  }
}

const whichNetwork = msg('cli.usage.whichNetwork', { networks: networkIds.join(', ') });

function idOf(name: string): NetworkId {
  const id = networkIdSchema.safeParse(name);
  if (!id.success) throw new UsageError(whichNetwork);
  return id.data;
}

const statusOf = (all: Networks, id: NetworkId) => all.list().find((each) => each.id === id) as NetworkStatus;

/** Until it has ended, whichever way; Ctrl-C stops it, and what has come stays. */
async function download(
  all: Networks,
  id: NetworkId,
  interrupted: AbortSignal,
  report: (sentence: MessageDescriptor) => void,
): Promise<void> {
  if (statusOf(all, id).state === 'ready' || interrupted.aborted) return;
  const stop = () => all.cancel(id);
  const control = new AbortController();
  interrupted.addEventListener('abort', stop, { once: true });
  const { totalBytes } = statusOf(all, id);
  const fetching = msg('cli.networks.fetching', { name: id, size: { decimalBytes: totalBytes } });
  report(joinMessages(fetching, networkTerms(networkOf(id))));
  const ended = all.download(id).finally(() => control.abort());
  while (await pause(reportIntervalMs, true, { signal: control.signal }).catch(() => false)) {
    const { doneBytes } = statusOf(all, id);
    const far = { done: { decimalBytes: doneBytes }, size: { decimalBytes: totalBytes } };
    report(msg('cli.networks.progress', { name: id, ...far }));
  }
  await ended;
  interrupted.removeEventListener('abort', stop);
}

function described({ id, state, doneBytes, totalBytes, message }: NetworkStatus) {
  const { title, licence, licenceCovers, memoryBytes, timesAsLong } = networkOf(id);
  const words = message === null ? null : formatMessage(message, 'terminal');
  const terms = { licence, licenceCovers };
  return { name: id, title, state, doneBytes, totalBytes, ...terms, memoryBytes, timesAsLong, message: words };
}

function lineOf(status: NetworkStatus): MessageDescriptor {
  return joinMessages(stateOf(status), networkTerms(networkOf(status.id)));
}

function stateOf({ id, state, doneBytes, totalBytes }: NetworkStatus): MessageDescriptor {
  const { title, licence, memoryBytes, timesAsLong } = networkOf(id);
  const facts = {
    ...{ name: id, network: title, licence, times: String(timesAsLong) },
    size: { decimalBytes: totalBytes },
    memory: { decimalBytes: memoryBytes },
  };
  if (state === 'ready') return msg('cli.networks.ready', facts);
  if (state === 'absent') return msg('cli.networks.absent', facts);
  return msg('cli.networks.partial', { ...facts, done: { decimalBytes: doneBytes } });
}

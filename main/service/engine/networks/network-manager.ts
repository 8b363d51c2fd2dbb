/** The networks of the catalogue on this computer: what is there, what is being fetched, and how they go again. */
import { statSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Message, msg, UserFacingError } from '../../../../contract/messages/message.ts';
import {
  type CatalogNetwork,
  fileOfNetwork,
  type NetworkId,
  type NetworkStatus,
  networks,
} from '../../../../contract/services/networks.ts';
import type { Routes } from '../../http/network/http-agents.ts';
import { openChecksums } from './checksums.ts';
import { fetchNetwork, partialPath } from './fetch-network.ts';

export interface NetworksOptions {
  /** Absolute; made with the first download. */
  readonly folder: string;
  /** Default: the catalogue. Another one may have addresses without https: tests serve their own. */
  readonly catalogue?: readonly CatalogNetwork[] | undefined;
  /**
   * Takes a file (absolute, made where there is none) for this process alone; null where another one has it. Several processes
   * share a folder of networks: the window, commands, set-up.
   */
  readonly hold: (file: string) => { release(): void } | null;
  readonly routes?: Routes | undefined;
  /** Has the engine let go of a network's file; resolves when it has, or when there is no engine. */
  readonly release?: (id: NetworkId) => Promise<void>;
  /** Told when something of `list` is another, several times a second while a download goes on; and when work is over. */
  readonly onChange?: (isOver: boolean) => void;
}

export interface Networks {
  /** A file whose checksum is not known yet is `checking`, and read beside; `onChange` tells when that is done. */
  list(): readonly NetworkStatus[];
  /** Resolves once `list` knows whether that network's file is as it was published. */
  checked(id: NetworkId): Promise<void>;
  /** Begins or continues a download; resolves when it has ended, whichever way. `list` says which. */
  download(id: NetworkId): Promise<void>;
  /** Stops a download; what has come stays, to be continued. */
  cancel(id: NetworkId): void;
  /** Deletes a network, or what has come of it. */
  remove(id: NetworkId): Promise<void>;
  /** Stops all downloads. */
  stop(): Promise<void>;
}

interface Work {
  readonly state: 'downloading' | 'checking' | 'removing';
  readonly doneBytes: number;
  readonly control: AbortController;
  readonly ended: Promise<void>;
}

/** The window is told of progress this often at most, in ms. */
const reportIntervalMs = 250;
/** A file that Windows holds on to for a moment is tried for so long (ms). */
const removalTries = [0, 200, 500, 1000];

export function createNetworks(options: NetworksOptions): Networks {
  const { folder, catalogue = networks, hold, routes, onChange = () => {}, release = async () => {} } = options;
  const works = new Map<NetworkId, Work>();
  let telling: NodeJS.Timeout | undefined;
  const messages = new Map<NetworkId, Message>();
  const checksums = openChecksums(folder);
  const checks = new Map<NetworkId, Promise<void>>();
  const stopping = new AbortController();
  const pathOf = ({ id }: CatalogNetwork) => join(folder, fileOfNetwork(id));
  const network = (id: NetworkId) => catalogue.find((each) => each.id === id) as CatalogNetwork;

  function statusOf(each: CatalogNetwork): NetworkStatus {
    const { id, bytes: totalBytes } = each;
    const message = messages.get(id) ?? null;
    const work = works.get(id);
    if (work) return { id, state: work.state, doneBytes: work.doneBytes, totalBytes, message };
    const checksumStatus = checksums.known(each);
    if (checksumStatus === 'right' || checksumStatus === 'unknown') {
      const bytes = sizeAt(pathOf(each)) ?? 0;
      return {
        id,
        state: checksumStatus === 'right' ? 'ready' : 'checking',
        doneBytes: bytes,
        totalBytes: bytes,
        message,
      };
    }
    const part = sizeAt(partialPath(pathOf(each)));
    const damage = checksumStatus === 'damaged' ? msg('networks.changed', { network: each.title }) : null;
    const state = part === null ? 'absent' : 'partial';
    return { id, state, doneBytes: part ?? 0, totalBytes, message: message ?? damage };
  }

  /** One at a time for each network. */
  function check(each: CatalogNetwork): Promise<void> {
    const known = checks.get(each.id);
    if (known || checksums.known(each) !== 'unknown' || stopping.signal.aborted) return known ?? Promise.resolve();
    const ended = checksums
      .check(each, stopping.signal)
      // A file that went away meanwhile is absent.
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => {
        checks.delete(each.id);
        onChange(true);
      });
    checks.set(each.id, ended);
    return ended;
  }

  /** Notes how work stands, and tells it soon. */
  function note(id: NetworkId, change: Partial<Pick<Work, 'state' | 'doneBytes'>>): void {
    const work = works.get(id);
    if (work) works.set(id, { ...work, ...change });
    telling ??= setTimeout(() => {
      telling = undefined;
      onChange(false);
    }, reportIntervalMs);
  }

  /** Of all processes, only one works on a network's files. @throws UserFacingError where another one does */
  async function alone({ id, title }: CatalogNetwork, act: () => Promise<void>): Promise<void> {
    await mkdir(folder, { recursive: true });
    // Never deleted: whoever has it open would hold another file than the next one.
    const held = hold(join(folder, `${id}.lock`));
    if (held === null) throw new UserFacingError(msg('networks.elsewhere', { network: title }));
    try {
      await act();
    } finally {
      held.release();
    }
  }

  /** One piece of work for a network at a time; what goes wrong is kept as its message. */
  function startWork(id: NetworkId, state: Work['state'], act: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const known = works.get(id);
    if (known) return known.ended;
    const control = new AbortController();
    messages.delete(id);
    const ended = Promise.resolve()
      .then(() => alone(network(id), () => act(control.signal)))
      .catch((error: unknown) => {
        if (control.signal.aborted) return;
        messages.set(
          id,
          error instanceof UserFacingError ? error.sentence : msg('networks.notWritten', { code: codeOf(error) }),
        );
      })
      .finally(() => {
        works.delete(id);
        onChange(true);
      });
    works.set(id, { state, doneBytes: statusOf(network(id)).doneBytes, control, ended });
    onChange(false);
    return ended;
  }

  return {
    list() {
      for (const each of catalogue) void check(each);
      return catalogue.map(statusOf);
    },

    checked: (id) => check(network(id)),

    download(id) {
      const wanted = network(id);
      if (checksums.known(wanted) === 'right') return Promise.resolve();
      return startWork(id, 'downloading', async (signal) => {
        // Another process may have brought it meanwhile.
        const checksumStatus = await checksums.check(wanted, signal);
        if (checksumStatus === 'right') return;
        // Windows replaces no file that is open.
        if (checksumStatus === 'damaged') await release(id).catch(() => undefined);
        await fetchNetwork({
          network: wanted,
          to: pathOf(wanted),
          routes,
          signal,
          canBePlain: options.catalogue !== undefined,
          onProgress: (doneBytes) => note(id, { doneBytes }),
          onChecking: () => note(id, { state: 'checking', doneBytes: wanted.bytes }),
        });
        await checksums.noteRight(wanted);
      });
    },

    cancel: (id) => works.get(id)?.control.abort(),

    async remove(id) {
      const work = works.get(id);
      if (work && work.state !== 'removing') {
        work.control.abort();
        await work.ended;
      }
      await startWork(id, 'removing', async () => {
        const path = pathOf(network(id));
        await rm(partialPath(path), { force: true });
        for (const [index, ms] of removalTries.entries()) {
          await pause(ms);
          // An engine that does not answer may hold the file; where the system deletes it all the same, it is gone.
          await release(id).catch(() => undefined);
          try {
            return await rm(path, { force: true });
          } catch (error) {
            // Loaded again for a photograph in between: Windows deletes no file that is open.
            if (index === removalTries.length - 1)
              throw new UserFacingError(msg('networks.inUse', { network: network(id).title }), { cause: error });
          }
        }
      });
    },

    async stop() {
      const all = [...works.values()];
      stopping.abort();
      for (const { control } of all) control.abort();
      await Promise.all([...all.map(({ ended }) => ended), ...checks.values()]);
      clearTimeout(telling);
    },
  };
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'UNKNOWN';

/** Bytes; null where there is no such file. */
function sizeAt(path: string): number | null {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() ? found.size : null;
}

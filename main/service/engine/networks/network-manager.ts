/** Status, downloads and removal of the networks on this computer. */
import { statSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Message, msg, UserFacingError } from '../../../../contract/messages/message.ts';
import {
  type CatalogNetwork,
  fileOfNetwork,
  type NetworkId,
  type NetworkStatus,
  networks,
} from '../../../../contract/services/networks.ts';
import type { Routes } from '../../http/network/http-agents.ts';
import { type Checksums, openChecksums } from './checksums.ts';
import { fetchNetwork, partialPath } from './fetch-network.ts';

export interface NetworksOptions {
  /** Absolute; created by the first download. */
  readonly folder: string;
  /** Default: the catalog. Any other may have addresses without https; for tests. */
  readonly catalogue?: readonly CatalogNetwork[] | undefined;
  /**
   * Locks a file (absolute, created if missing) that the window, commands and set-up share; null if another process has
   * it.
   */
  readonly hold: (file: string) => { release(): void } | null;
  readonly routes?: Routes | undefined;
  /** Makes the engine close a network's file. */
  readonly release?: (id: NetworkId) => Promise<void>;
  /** Called several times a second during a download; `isOver` after a task or check. */
  readonly onChange?: (isOver: boolean) => void;
}

export interface Networks {
  list(): readonly NetworkStatus[];
  checked(id: NetworkId): Promise<void>;
  /** Starts or resumes; resolves after success and failure alike. `list` shows the outcome. */
  download(id: NetworkId): Promise<void>;
  cancel(id: NetworkId): void;
  remove(id: NetworkId): Promise<void>;
  stop(): Promise<void>;
}

interface Task {
  readonly state: 'downloading' | 'checking' | 'removing';
  readonly doneBytes: number;
  readonly control: AbortController;
  readonly ended: Promise<void>;
}

const reportIntervalMs = 250;
/** Attempts to delete a file that Windows may briefly keep open. */
const removalDelaysMs = [0, 200, 500, 1000];

export function createNetworks(options: NetworksOptions): Networks {
  return new NetworkManager(options);
}

class NetworkManager implements Networks {
  readonly #options: NetworksOptions;
  readonly #catalog: readonly CatalogNetwork[];
  readonly #checksums: Checksums;
  readonly #tasks = new Map<NetworkId, Task>();
  readonly #checks = new Map<NetworkId, Promise<void>>();
  readonly #messages = new Map<NetworkId, Message>();
  readonly #stopping = new AbortController();
  #reportTimer: NodeJS.Timeout | undefined;

  constructor(options: NetworksOptions) {
    this.#options = options;
    this.#catalog = options.catalogue ?? networks;
    this.#checksums = openChecksums(options.folder);
  }

  list(): readonly NetworkStatus[] {
    for (const network of this.#catalog) void this.#check(network);
    return this.#catalog.map((network) => this.#statusOf(network));
  }

  checked(id: NetworkId): Promise<void> {
    return this.#check(this.#find(id));
  }

  download(id: NetworkId): Promise<void> {
    const network = this.#find(id);
    if (this.#checksums.known(network) === 'verified') return Promise.resolve();
    return this.#startTask(network, 'downloading', async (signal) => {
      // Another process may have downloaded it.
      const checksumState = await this.#checksums.check(network, signal);
      if (checksumState === 'verified') return;
      // Windows cannot replace an open file.
      if (checksumState === 'damaged') await this.#releaseFile(id);
      await fetchNetwork({
        network,
        to: this.#pathOf(network),
        routes: this.#options.routes,
        signal,
        canBePlain: this.#options.catalogue !== undefined,
        onProgress: (doneBytes) => this.#updateTask(id, { doneBytes }),
        onChecking: () => this.#updateTask(id, { state: 'checking', doneBytes: network.bytes }),
      });
      await this.#checksums.markVerified(network);
    });
  }

  cancel(id: NetworkId): void {
    this.#tasks.get(id)?.control.abort();
  }

  async remove(id: NetworkId): Promise<void> {
    const task = this.#tasks.get(id);
    if (task && task.state !== 'removing') {
      task.control.abort();
      await task.ended;
    }
    const network = this.#find(id);
    await this.#startTask(network, 'removing', () => this.#deleteFiles(network));
  }

  async stop(): Promise<void> {
    const tasks = [...this.#tasks.values()];
    this.#stopping.abort();
    for (const { control } of tasks) control.abort();
    await Promise.all([...tasks.map(({ ended }) => ended), ...this.#checks.values()]);
    clearTimeout(this.#reportTimer);
  }

  #find(id: NetworkId): CatalogNetwork {
    return this.#catalog.find((network) => network.id === id) as CatalogNetwork;
  }

  #pathOf({ id }: CatalogNetwork): string {
    return join(this.#options.folder, fileOfNetwork(id));
  }

  #statusOf(network: CatalogNetwork): NetworkStatus {
    const { id, bytes: totalBytes } = network;
    const message = this.#messages.get(id) ?? null;
    const task = this.#tasks.get(id);
    if (task) return { id, state: task.state, doneBytes: task.doneBytes, totalBytes, message };
    const checksumState = this.#checksums.known(network);
    if (checksumState === 'verified' || checksumState === 'unknown') {
      const bytes = findSize(this.#pathOf(network)) ?? 0;
      const state = checksumState === 'verified' ? 'ready' : 'checking';
      return { id, state, doneBytes: bytes, totalBytes: bytes, message };
    }
    const partialBytes = findSize(partialPath(this.#pathOf(network)));
    const damage = checksumState === 'damaged' ? msg('networks.changed', { network: network.title }) : null;
    const state = partialBytes === null ? 'absent' : 'partial';
    return { id, state, doneBytes: partialBytes ?? 0, totalBytes, message: message ?? damage };
  }

  #check(network: CatalogNetwork): Promise<void> {
    const current = this.#checks.get(network.id);
    if (current) return current;
    if (this.#checksums.known(network) !== 'unknown' || this.#stopping.signal.aborted) return Promise.resolve();
    // A file that was deleted during the check is absent.
    const ignore = () => undefined;
    const ended = this.#checksums
      .check(network, this.#stopping.signal)
      .then(ignore, ignore)
      .finally(() => {
        this.#checks.delete(network.id);
        this.#options.onChange?.(true);
      });
    this.#checks.set(network.id, ended);
    return ended;
  }

  /** Runs one task per network at a time, and keeps its failure as a message. */
  #startTask(
    network: CatalogNetwork,
    state: Task['state'],
    act: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const { id } = network;
    const current = this.#tasks.get(id);
    if (current) return current.ended;
    const control = new AbortController();
    this.#messages.delete(id);
    const ended = Promise.resolve()
      .then(() => this.#withLock(network, () => act(control.signal)))
      .catch((error: unknown) => {
        if (!control.signal.aborted) this.#messages.set(id, toMessage(error));
      })
      .finally(() => {
        this.#tasks.delete(id);
        this.#options.onChange?.(true);
      });
    this.#tasks.set(id, { state, doneBytes: this.#statusOf(network).doneBytes, control, ended });
    this.#options.onChange?.(false);
    return ended;
  }

  #updateTask(id: NetworkId, change: Partial<Pick<Task, 'state' | 'doneBytes'>>): void {
    const task = this.#tasks.get(id);
    if (task) this.#tasks.set(id, { ...task, ...change });
    this.#reportTimer ??= setTimeout(() => {
      this.#reportTimer = undefined;
      this.#options.onChange?.(false);
    }, reportIntervalMs);
  }

  async #withLock({ id, title }: CatalogNetwork, act: () => Promise<void>): Promise<void> {
    const { folder, hold } = this.#options;
    await mkdir(folder, { recursive: true });
    // Keep the lock file, because processes would else lock different files.
    const lock = hold(join(folder, `${id}.lock`));
    if (lock === null) throw new UserFacingError(msg('networks.elsewhere', { network: title }));
    try {
      await act();
    } finally {
      lock.release();
    }
  }

  async #deleteFiles(network: CatalogNetwork): Promise<void> {
    const path = this.#pathOf(network);
    await rm(partialPath(path), { force: true });
    for (const [index, delayMs] of removalDelaysMs.entries()) {
      await wait(delayMs);
      await this.#releaseFile(network.id);
      try {
        return await rm(path, { force: true });
      } catch (error) {
        // The engine may have loaded it again for a photograph.
        if (index === removalDelaysMs.length - 1)
          throw new UserFacingError(msg('networks.inUse', { network: network.title }), { cause: error });
      }
    }
  }

  /** Continues without a response, because only Windows needs the release. */
  async #releaseFile(id: NetworkId): Promise<void> {
    await this.#options.release?.(id).catch(() => undefined);
  }
}

function toMessage(error: unknown): Message {
  if (error instanceof UserFacingError) return error.sentence;
  return msg('networks.notWritten', { code: (error as NodeJS.ErrnoException).code ?? 'UNKNOWN' });
}

function findSize(path: string): number | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isFile() ? stats.size : null;
}

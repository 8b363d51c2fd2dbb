/** Watches a folder and reports each complete photograph in it. */
import { realpath } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { type MessageDescriptor, type MessageKey, msg } from '../../../contract/messages/message.ts';
import { resolveLinks } from '../../files/real-path.ts';
import { displayName } from '../paths/path-kind.ts';
import {
  defaultPresenceTimes,
  type PresenceChange,
  type PresenceTimes,
  type PresenceWatch,
  watchPresence,
} from './folder-presence.ts';
import { storageKindOf } from './storage-kind.ts';
import { WatchFilter } from './watch-filter.ts';
import type { PollTimes, WatchEvent, WatchRequest } from './watch-request.ts';
import { toChosenPath, WatchRun } from './watch-run.ts';
import { defaultWriteFinishTimes, type WriteFinishTimes, WriteFinishWatch } from './write-finish-watch.ts';

/** Scans repeat because the cache of a share may show a new time before the new file. */
const defaultPollTimes: PollTimes = { pollMs: 2_000, rescanMs: 60_000 };

export class FolderWatcher {
  readonly #request: WatchRequest;
  readonly #root: string;
  readonly #name: string;
  readonly #times: WriteFinishTimes & PresenceTimes & PollTimes;
  readonly #onEvent: (event: WatchEvent) => void;
  readonly #filter: WatchFilter;
  readonly #settled: WriteFinishWatch;
  readonly #presence: PresenceWatch;
  #isPolling: boolean;
  #run: WatchRun | null = null;
  /** Resolves when all stopped runs are closed. */
  #stopping: Promise<unknown> = Promise.resolve();
  #rescanTimer: NodeJS.Timeout | undefined;
  /** Detects that a start was overtaken while it read the disk. */
  #startCount = 0;
  #isFirstScan = true;
  #wasGone = false;
  #isClosed = false;

  /** Starts to watch. @param onEvent must not throw */
  constructor(request: WatchRequest, onEvent: (event: WatchEvent) => void) {
    this.#request = request;
    this.#root = resolve(request.path);
    this.#name = displayName(this.#root);
    this.#times = { ...defaultWriteFinishTimes, ...defaultPresenceTimes, ...defaultPollTimes, ...request.times };
    this.#onEvent = onEvent;
    this.#isPolling = request.polling;
    this.#filter = new WatchFilter(this.#root, request.ignore, (message) => this.#report(message));
    this.#settled = new WriteFinishWatch(this.#times, (path, isExisting) => this.#onSettled(path, isExisting));
    this.#presence = watchPresence(this.#root, this.#times, (change) => this.#onPresence(change));
  }

  /** Scans the folder again, because events are lost while the computer sleeps. */
  recheck(): void {
    if (this.#isClosed) return;
    this.#presence.check();
    if (this.#run !== null) void this.#start();
  }

  /** Stops watching; no event comes after it resolves. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#presence.close();
    this.#stop();
    await Promise.all([this.#stopping, this.#settled.close()]);
  }

  #onSettled(path: string, isExisting: boolean): void {
    if (this.#isClosed || this.#request.isOwn?.(path)) return;
    this.#onEvent({ kind: 'found', path, relativeFolder: relative(this.#root, dirname(path)), existing: isExisting });
  }

  #report(message: MessageDescriptor): void {
    if (!this.#isClosed) this.#onEvent({ kind: 'notice', message });
  }

  #onPresence(change: PresenceChange): void {
    switch (change.kind) {
      case 'gone':
        this.#wasGone = true;
        this.#startCount += 1;
        this.#stop();
        this.#onEvent({ kind: 'gone', message: msg(goneKeys[change.reason], { folder: this.#name }) });
        break;
      case 'there':
      case 'replaced':
        if (this.#wasGone || change.kind === 'replaced') this.#onEvent({ kind: 'back' });
        this.#wasGone = false;
        void this.#start();
    }
  }

  #stop(): void {
    clearTimeout(this.#rescanTimer);
    const run = this.#run;
    this.#run = null;
    if (run !== null) this.#stopping = Promise.all([this.#stopping, run.stop()]);
  }

  async #start(isRescan = false): Promise<void> {
    this.#stop();
    this.#startCount += 1;
    const startCount = this.#startCount;
    const real = await realpath(this.#root).catch(() => this.#root);
    this.#filter.setOutputFolders(await this.#findOutputFolders(real));
    const storage = await storageKindOf(this.#root);
    if (storage !== 'disk') this.#settled.slowDown();
    if (storage === 'network') this.#isPolling = true;
    if (startCount === this.#startCount && !this.#isClosed) this.#startRun(real, isRescan);
  }

  /** Returns the output folders, and the targets of links among them. */
  async #findOutputFolders(real: string): Promise<string[]> {
    const named = this.#request.outputFolders.map((path) => resolve(path));
    const targets: string[] = [];
    for (const path of new Set(named)) targets.push(toChosenPath(await resolveLinks(path), { root: this.#root, real }));
    return [...named, ...targets];
  }

  #startRun(real: string, isRescan: boolean): void {
    const { subfolders, followLinks = false, existing } = this.#request;
    this.#run = new WatchRun({
      root: this.#root,
      real,
      subfolders,
      followLinks,
      filter: this.#filter,
      settled: this.#settled,
      polling: this.#isPolling,
      pollMs: this.#times.pollMs,
      skipsExisting: this.#isFirstScan && existing === 'skip',
      isRescan,
      onReady: () => this.#onReady(isRescan),
      onNotice: (message) => this.#report(message),
      onRootRemoved: () => this.#presence.check(),
      onError: (error, isReported) => this.#onRunError(error, real, isReported),
    });
  }

  #onReady(isRescan: boolean): void {
    this.#isFirstScan = false;
    if (this.#isPolling) this.#rescanTimer = setTimeout(() => void this.#start(true), this.#times.rescanMs);
    if (!isRescan) this.#onEvent({ kind: 'ready' });
  }

  #onRunError(error: unknown, real: string, isReported: boolean): void {
    const { code, path } = error as NodeJS.ErrnoException;
    if ((code === 'ENOSPC' || code === 'EMFILE' || code === 'ENFILE') && !this.#isPolling) {
      this.#isPolling = true;
      this.#report(msg('intake.watch.tooMany', { folder: this.#name }));
      void this.#start();
    } else if ((code === 'EACCES' || code === 'EPERM') && path !== undefined && resolve(path) !== real) {
      if (!isReported)
        this.#report(msg('intake.watch.innerNoPermission', { name: displayName(path), folder: this.#name }));
    } else {
      // The check reports any other problem of the disk.
      this.#presence.check();
    }
  }
}

const goneKeys = {
  missing: 'intake.watch.missing',
  forbidden: 'intake.watch.noPermission',
  silent: 'intake.watch.silent',
  'not-a-folder': 'intake.watch.notFolder',
} as const satisfies Record<Extract<PresenceChange, { kind: 'gone' }>['reason'], MessageKey>;

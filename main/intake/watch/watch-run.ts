/** One run of chokidar on a watched folder, from its scan to the next stop. */
import type { Stats } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import type { MessageDescriptor } from '../../../contract/messages/message.ts';
import { escapesRoot, isInside } from '../../files/real-path.ts';
import { escapingLinksMessage } from '../paths/path-kind.ts';
import type { WatchFilter } from './watch-filter.ts';
import type { WatchRequest } from './watch-request.ts';
import type { WriteFinishWatch } from './write-finish-watch.ts';

export interface WatchRunOptions extends Pick<WatchRequest, 'subfolders' | 'followLinks' | 'polling'> {
  /** The path that the user chose, which may be a link. */
  readonly root: string;
  /** The real path of `root`. */
  readonly real: string;
  readonly filter: WatchFilter;
  readonly settled: WriteFinishWatch;
  readonly pollMs: number;
  /** Whether the scan only marks files as known. */
  readonly skipsExisting: boolean;
  /** Whether the problems of the folder are reported already. */
  readonly isRescan: boolean;
  readonly onReady: () => void;
  readonly onNotice: (message: MessageDescriptor) => void;
  readonly onRootRemoved: () => void;
  readonly onError: (error: unknown, isReported: boolean) => void;
}

export class WatchRun {
  readonly #options: WatchRunOptions;
  readonly #watcher: FSWatcher;
  #isScanning = true;
  #isStopped = false;
  #escapingLinkCount = 0;
  #areLinksReported: boolean;
  #linkTargets: Promise<unknown> = Promise.resolve();

  constructor(options: WatchRunOptions) {
    const { real, filter, polling, pollMs, subfolders, followLinks = false } = options;
    this.#options = options;
    this.#areLinksReported = options.isRescan;
    this.#watcher = watch(real, {
      ignored: (path, stats) => filter.isIgnored(this.#toChosenPath(path), stats),
      followSymlinks: followLinks,
      alwaysStat: true,
      ...(subfolders ? {} : { depth: 0 }),
      backend: polling ? 'polling' : 'auto',
      pollingInterval: pollMs,
      pollingBinaryInterval: pollMs,
      ignorePermissionErrors: false,
    });
    this.#listen();
  }

  /** Stops the events at once; resolves when chokidar has closed. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#watcher.close();
  }

  #listen(): void {
    const { real, filter, settled, isRescan, onRootRemoved, onError } = this.#options;
    const whileRunning =
      <Args extends unknown[]>(handle: (...args: Args) => void) =>
      (...args: Args) => {
        if (!this.#isStopped) handle(...args);
      };
    this.#watcher.on(
      'add',
      whileRunning((path: string, stats?: Stats) => this.#onAdd(path, stats)),
    );
    this.#watcher.on(
      'addDir',
      whileRunning((path: string) => void filter.scanNames(this.#toChosenPath(path))),
    );
    this.#watcher.on(
      'change',
      whileRunning((path: string, stats?: Stats) =>
        this.#unlessLink(path, stats, () => settled.check(this.#toChosenPath(path), false, stats)),
      ),
    );
    this.#watcher.on(
      'unlink',
      whileRunning((path: string) => settled.forget(this.#toChosenPath(path))),
    );
    this.#watcher.on(
      'unlinkDir',
      whileRunning((path: string) => {
        if (resolve(path) === real) onRootRemoved();
      }),
    );
    this.#watcher.on(
      'ready',
      whileRunning(() => this.#onReady()),
    );
    this.#watcher.on(
      'error',
      whileRunning((error: unknown) => onError(error, isRescan && this.#isScanning)),
    );
  }

  #onAdd(path: string, stats: Stats | undefined): void {
    const { settled, skipsExisting, isRescan } = this.#options;
    const isKnown = this.#isScanning && skipsExisting;
    const isExisting = this.#isScanning && !isRescan;
    const named = this.#toChosenPath(path);
    this.#unlessLink(path, stats, () => (isKnown ? settled.skip(named) : settled.check(named, isExisting, stats)));
  }

  #onReady(): void {
    this.#isScanning = false;
    this.#options.onReady();
    void this.#linkTargets.then(() => this.#reportLinks());
  }

  /** Calls `check` unless the path is a link that must not be followed, and counts escaping ones. */
  #unlessLink(path: string, stats: Stats | undefined, check: () => void): void {
    const { followLinks, real } = this.#options;
    if (followLinks || stats?.isSymbolicLink() !== true) {
      check();
      return;
    }
    const target = escapesRoot(path, real).then(
      (isEscaping) => {
        if (isEscaping) this.#escapingLinkCount += 1;
      },
      () => undefined,
    );
    this.#linkTargets = Promise.all([this.#linkTargets, target]);
    if (!this.#isScanning) void this.#linkTargets.then(() => this.#reportLinks());
  }

  #reportLinks(): void {
    if (this.#escapingLinkCount === 0 || this.#areLinksReported || this.#isStopped) return;
    this.#areLinksReported = true;
    this.#options.onNotice(escapingLinksMessage(this.#escapingLinkCount, this.#options.root));
  }

  #toChosenPath(path: string): string {
    return toChosenPath(path, this.#options);
  }
}

/** Replaces the real path of a watched folder by the path that the user chose. */
export function toChosenPath(path: string, { root, real }: Pick<WatchRunOptions, 'root' | 'real'>): string {
  return real !== root && isInside(path, real) ? join(root, relative(real, path)) : path;
}

/** Watches a folder and reports photographs in it as soon as they are whole. */
import type { Stats } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import { type MessageDescriptor, type MessageKey, msg } from '../../contract/messages/message.ts';
import { escapesRoot, isInside, resolveLinks } from '../files/real-path.ts';
import {
  awaitWriteFinish,
  defaultWriteFinishTimes,
  type WriteFinishTimes,
  type WriteFinishWatch,
} from './await-write-finish.ts';
import { type CandidateFilter, candidateFilter } from './candidates.ts';
import {
  defaultPresenceTimes,
  type PresenceChange,
  type PresenceTimes,
  type PresenceWatch,
  watchPresence,
} from './folder-presence.ts';
import { createInvalidNameFinder } from './invalid-utf8-names.ts';
import { escapingLinksMessage } from './link-messages.ts';
import { displayName } from './path-kind.ts';
import { storageKindOf } from './storage-kind.ts';

export interface WatchRequest {
  /** Absolute path of the folder; it need not be there yet. */
  readonly path: string;
  readonly subfolders: boolean;
  /** Glob patterns, relative to the folder. */
  readonly ignore: readonly string[];
  /** Photographs that are there at the start: report them, or only what comes later. */
  readonly existing: 'take' | 'skip';
  /** Poll instead of relying on the system's notices; network folders are polled in any case. */
  readonly polling: boolean;
  /** Follow links that lead out of the folder; without this, no link in it is followed: what they lead to inside is met itself. */
  readonly followLinks?: boolean;
  /** Folders results are written to; what is in them is never reported, unless one of them holds the watched folder. */
  readonly outputFolders: readonly string[];
  /** True for a file that the app wrote itself, wherever it is. */
  readonly isOwn?: (path: string) => boolean;
  readonly times?: Partial<WriteFinishTimes & PresenceTimes & { readonly pollMs: number; readonly rescanMs: number }>;
}

export type WatchEvent =
  /** A whole photograph. `relativeFolder` is '' at the top; `existing` = found by a scan, not seen arriving. */
  | { readonly kind: 'found'; readonly path: string; readonly relativeFolder: string; readonly existing: boolean }
  /** The folder has been looked through; from now on changes are noticed. */
  | { readonly kind: 'ready' }
  /** The folder cannot be reached; it is tried again, at growing intervals. */
  | { readonly kind: 'gone'; readonly message: MessageDescriptor }
  /** It can be reached again and is being looked through. */
  | { readonly kind: 'back' }
  /** Something to know, while watching goes on. */
  | { readonly kind: 'notice'; readonly message: MessageDescriptor };

export interface FolderWatcher {
  /** Looks the folder through again: what happened while the computer slept was told to nobody. */
  recheck(): void;
  /** Stops watching; no event comes after it resolves. */
  close(): Promise<void>;
}

/** How often a polled folder is looked through, ms. */
const defaultPollMs = 2_000;
/** After this time it is looked through anew, ms: caches of a share may show its new time before its new file, and never again. */
const defaultRescanMs = 60_000;

/** Starts watching; all that happens is told to `onEvent`, which must not throw. */
export function watchFolder(request: WatchRequest, onEvent: (event: WatchEvent) => void): FolderWatcher {
  const root = resolve(request.path);
  const name = displayName(root);
  const times = {
    ...defaultWriteFinishTimes,
    ...defaultPresenceTimes,
    pollMs: defaultPollMs,
    rescanMs: defaultRescanMs,
    ...request.times,
  };
  const filter = candidateFilter(request.ignore);
  /** Output folders below the watched one, by its name; a link may lead to either. */
  let outputs: readonly string[] = [];
  const isLeftOut = ignoring(root, filter, () => outputs);
  const misread = createInvalidNameFinder(
    (path) => !isLeftOut(path) && filter.accepts(relative(root, path)),
    (message) => !isClosed && onEvent({ kind: 'notice', message }),
  );
  /** Of a name it cannot read, chokidar learns from the system's notices only, and makes nothing of it. */
  const isIgnored = (path: string, stats?: Stats) => {
    if (stats === undefined && path.includes('\ufffd')) void misread.scan(dirname(path));
    return isLeftOut(path, stats);
  };
  let polling = request.polling;
  let watcher: FSWatcher | null = null;
  /** Calls that close watchers, so that `close` can wait for all of them. */
  let closing: Promise<unknown> = Promise.resolve();
  let isFirstScan = true;
  let isClosed = false;

  const settled: WriteFinishWatch = awaitWriteFinish(times, (path, existing) => {
    if (isClosed || request.isOwn?.(path)) return;
    onEvent({ kind: 'found', path, relativeFolder: relative(root, dirname(path)), existing });
  });

  let rescanTimer: NodeJS.Timeout | null = null;
  const stop = () => {
    if (rescanTimer !== null) clearTimeout(rescanTimer);
    const old = watcher;
    watcher = null;
    if (old !== null) closing = Promise.all([closing, old.close()]);
  };

  /** Each start asks the system first; one that was overtaken meanwhile, or ended, comes to nothing. */
  let starts = 0;
  const start = async (isRescan = false) => {
    stop();
    starts += 1;
    const current = starts;
    const real = await realpath(root).catch(() => root);
    const named = request.outputFolders.map((path) => resolve(path));
    const led: string[] = [];
    for (const path of new Set(named)) led.push(nameIn(root, real)(await resolveLinks(path)));
    outputs = [...named, ...led];
    const source = await storageKindOf(root);
    if (source !== 'disk') settled.slowDown();
    if (source === 'network') polling = true;
    if (current === starts && !isClosed) startWatching(real, isRescan);
  };

  /**
   * @param real where the folder is: that it may be a link itself is what the user meant.
   * @param isRescan it was looked through before, and what there was to say was said
   */
  const startWatching = (real: string, isRescan: boolean) => {
    const named = nameIn(root, real);
    let [linksOut, isTold] = [0, isRescan];
    /** Links that are being followed in thought, to see where they lead. */
    let pending: Promise<unknown> = Promise.resolve();
    const reportLinks = () => {
      if (linksOut === 0 || isTold || !isCurrent()) return;
      isTold = true;
      onEvent({ kind: 'notice', message: escapingLinksMessage(linksOut, root) });
    };
    /** What is no link is looked at; of a link that stays inside, the file itself is met. */
    const unlessLink = (path: string, stats: Stats | undefined, check: () => void) => {
      if (request.followLinks || stats?.isSymbolicLink() !== true) return check();
      const leads = escapesRoot(path, real).then(
        (isOut) => {
          if (isOut) linksOut += 1;
        },
        () => undefined,
      );
      pending = Promise.all([pending, leads]);
      if (!isScanning) void pending.then(reportLinks);
    };
    const own = watch(real, {
      ignored: (path, stats) => isIgnored(named(path), stats),
      followSymlinks: request.followLinks ?? false,
      alwaysStat: true,
      ...(request.subfolders ? {} : { depth: 0 }),
      backend: polling ? 'polling' : 'auto',
      pollingInterval: times.pollMs,
      pollingBinaryInterval: times.pollMs,
      ignorePermissionErrors: false,
    });
    watcher = own;
    let isScanning = true;
    const isCurrent = () => watcher === own && !isClosed;
    own.on('add', (path, stats) => {
      if (!isCurrent()) return;
      const isKnown = isScanning && isFirstScan && request.existing === 'skip';
      const existing = isScanning && !isRescan;
      unlessLink(path, stats, () =>
        isKnown ? settled.skip(named(path)) : settled.check(named(path), existing, stats),
      );
    });
    own.on('addDir', (path) => isCurrent() && void misread.scan(named(path)));
    own.on('change', (path, stats) => {
      if (isCurrent()) unlessLink(path, stats, () => settled.check(named(path), false, stats));
    });
    own.on('unlink', (path) => isCurrent() && settled.forget(named(path)));
    own.on('unlinkDir', (path) => isCurrent() && resolve(path) === real && folder.check());
    own.on('ready', () => {
      if (!isCurrent()) return;
      isScanning = false;
      isFirstScan = false;
      if (polling) rescanTimer = setTimeout(() => void start(true), times.rescanMs);
      if (!isRescan) onEvent({ kind: 'ready' });
      void pending.then(reportLinks);
    });
    own.on('error', (error) => isCurrent() && failed(error, real, isRescan && isScanning));
  };

  const failed = (error: unknown, real: string, isReported: boolean) => {
    const { code, path } = error as NodeJS.ErrnoException;
    if ((code === 'ENOSPC' || code === 'EMFILE' || code === 'ENFILE') && !polling) {
      polling = true;
      onEvent({ kind: 'notice', message: msg('intake.watch.tooMany', { folder: name }) });
      void start();
    } else if ((code === 'EACCES' || code === 'EPERM') && path !== undefined && resolve(path) !== real) {
      const message = msg('intake.watch.innerNoPermission', { name: displayName(path), folder: name });
      if (!isReported) onEvent({ kind: 'notice', message });
    } else {
      // Whatever else is wrong with the disk shows there, in one place.
      folder.check();
    }
  };

  let wasGone = false;
  const onPresence = (change: PresenceChange) => {
    switch (change.kind) {
      case 'gone':
        wasGone = true;
        starts += 1;
        stop();
        onEvent({ kind: 'gone', message: msg(goneKeys[change.reason], { folder: name }) });
        break;
      case 'there':
      case 'replaced':
        if (wasGone || change.kind === 'replaced') onEvent({ kind: 'back' });
        wasGone = false;
        void start();
    }
  };
  const folder: PresenceWatch = watchPresence(root, times, onPresence);

  return {
    recheck() {
      if (isClosed) return;
      folder.check();
      if (watcher !== null) void start();
    },
    async close() {
      isClosed = true;
      folder.close();
      stop();
      await Promise.all([closing, settled.close()]);
    },
  };
}

/** Replaces the real path of the watched folder by its own name, which may be a link. */
const nameIn = (root: string, real: string) => (path: string) =>
  real !== root && isInside(path, real) ? join(root, relative(real, path)) : path;

/** What chokidar need not look at. It asks twice: by name alone, then with what the disk says. */
function ignoring(
  root: string,
  filter: CandidateFilter,
  outputFolders: () => readonly string[],
): (path: string, stats?: Stats) => boolean {
  // An output folder that is (or holds) the watched one would leave nothing to watch; there, `isOwn` tells.
  const isOutput = (path: string) =>
    outputFolders().some((output) => output !== root && isInside(output, root) && isInside(path, output));
  return (path, stats) => {
    const absolute = resolve(path);
    if (absolute === root) return false;
    if (isOutput(absolute)) return true;
    if (stats === undefined) return false;
    const relativePath = relative(root, absolute);
    // A link may lead to either.
    const canBeFolder = stats.isDirectory() || stats.isSymbolicLink();
    return canBeFolder ? !filter.entersFolder(relativePath) : !filter.accepts(relativePath);
  };
}

const goneKeys = {
  missing: 'intake.watch.missing',
  forbidden: 'intake.watch.noPermission',
  silent: 'intake.watch.silent',
  'not-a-folder': 'intake.watch.notFolder',
} as const satisfies Record<Extract<PresenceChange, { kind: 'gone' }>['reason'], MessageKey>;

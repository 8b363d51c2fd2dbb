/** Looks for new versions of the app, fetches one, and says how that stands; it is installed at the end, and offered when work rests. */
import { rm } from 'node:fs/promises';
import type { AppUpdater } from 'electron-updater';
import type { UpdateStatus, UpdatesDisabledReason } from '../../../contract/app/update-status.ts';
import { type Clock, systemClock } from '../../clock.ts';
import { updateErrorMessage } from './update-error.ts';

export interface UpdateParts {
  /** Null where this app updates itself. */
  readonly off: UpdatesDisabledReason | null;
  /** What does it: the same each time, told by then how the feed is reached. Loaded when it is needed for the first time. */
  readonly open: () => Promise<AppUpdater>;
  /** Whether the user wants it to be looked by itself. */
  readonly isAutomatic: () => boolean;
  /** True while work is under way, which is not to be interrupted by a question. */
  readonly isBusy: () => boolean;
  readonly onStatus: (status: UpdateStatus) => void;
  readonly log: { warn(text: string): void };
  readonly clock?: Clock;
}

export interface Updates {
  status(): UpdateStatus;
  /** Looks now, and fetches what is newer; resolves when that has come to its end, one way or the other. */
  look(): Promise<void>;
  /** Looks by itself, now and then, where the user wants that. */
  start(): void;
  /** Work has come to its end: what is ready may be offered. */
  offer(): void;
  /** Quits, installs what is ready and starts it. @param onFailure done where that fails */
  restart(onFailure: () => void): void;
  stop(): void;
}

/** How often it is looked by itself, ms. */
const lookEvery = 24 * 60 * 60 * 1000;

export function createUpdateChecker(parts: UpdateParts): Updates {
  const { off, isBusy, onStatus, log, clock = systemClock } = parts;
  let status: UpdateStatus = off === null ? { state: 'not-looked' } : { state: 'off', why: off };
  let updater: AppUpdater | null = null;
  let cancelNext = () => {};
  const set = (next: UpdateStatus) => {
    status = next;
    onStatus(next);
  };

  async function opened(): Promise<AppUpdater> {
    const given = await parts.open();
    if (given === updater) return given;
    updater = given;
    updater.logger = null;
    updater.autoDownload = true;
    updater.autoInstallOnAppQuit = true;
    updater.allowDowngrade = false;
    // Else a name that this installation keeps for good would be sent along.
    updater.requestHeaders = { 'x-user-staging-id': '' };
    updater.on('download-progress', ({ percent }) => {
      const wholePercent = Math.floor(percent);
      if (status.state === 'downloading' && wholePercent !== status.percent) set({ ...status, percent: wholePercent });
    });
    return updater;
  }

  async function look(): Promise<void> {
    if (['off', 'looking', 'downloading', 'ready'].includes(status.state)) return;
    set({ state: 'looking' });
    try {
      const current = await opened();
      const found = await current.checkForUpdates();
      if (!found?.isUpdateAvailable) return set({ state: 'current', checkedAt: clock.now() });
      const { version } = found.updateInfo;
      set({ state: 'downloading', version, percent: 0 });
      await found.downloadPromise?.catch(async (fault) => {
        await deleteFailedDownload(current);
        throw fault;
      });
      set({ state: 'ready', version, isOffered: !isBusy() });
    } catch (fault) {
      log.warn(`Checking for updates failed: ${fault instanceof Error ? fault.message : String(fault)}`);
      set({ state: 'failed', why: updateErrorMessage(fault) });
    }
  }

  function start(): void {
    if (off !== null) return;
    cancelNext = clock.after(lookEvery, start);
    if (parts.isAutomatic()) void look();
  }

  return {
    status: () => status,
    look,
    start,
    offer() {
      if (status.state === 'ready' && !status.isOffered) set({ ...status, isOffered: true });
    },
    restart(onFailure) {
      updater?.once('error', onFailure).quitAndInstall(true, true);
    },
    stop: () => cancelNext(),
  };
}

/**
 * Deletes the folder of a download that electron-updater has discarded. It only empties that folder, although its write
 * stream may open the file later. Without the folder, that fails and leaves nothing.
 */
async function deleteFailedDownload(updater: AppUpdater): Promise<void> {
  const { downloadedUpdateHelper: download } = updater as unknown as {
    readonly downloadedUpdateHelper: { readonly file: string | null; readonly cacheDirForPendingUpdate: string } | null;
  };
  if (download?.file === null)
    await rm(download.cacheDirForPendingUpdate, { recursive: true, force: true, maxRetries: 5 });
}

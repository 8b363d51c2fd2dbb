import type { AppUpdater } from 'electron-updater';
import type { UpdateStatus, UpdatesDisabledReason } from '../../../contract/app/update-status.ts';
import { type Clock, systemClock } from '../../clock.ts';
import { updateErrorMessage } from './update-errors.ts';
import { deleteDiscardedDownload } from './update-files.ts';

export interface UpdateCheckerOptions {
  /** Null if this app updates itself. */
  readonly disabledReason: UpdatesDisabledReason | null;
  /** Returns the same updater each time, with the current network settings. */
  readonly openUpdater: () => Promise<AppUpdater>;
  readonly isAutomatic: () => boolean;
  readonly isBusy: () => boolean;
  readonly onStatus: (status: UpdateStatus) => void;
  readonly log: { warn(text: string): void };
  readonly clock?: Clock;
}

/** Downloads new versions of the app, which are installed on quit. */
export interface UpdateChecker {
  status(): UpdateStatus;
  /** Checks now. Resolves after the download of a newer version, or a failure. */
  look(): Promise<void>;
  /** Starts automatic checks, if the user wants them. */
  start(): void;
  /** Offers a downloaded version, because all work has ended. */
  offer(): void;
  /** Quits, installs the downloaded version and starts it. */
  restart(onFailure: () => void): void;
  stop(): void;
}

const checkIntervalMs = 24 * 60 * 60 * 1000;

export function createUpdateChecker(options: UpdateCheckerOptions): UpdateChecker {
  const { disabledReason, isBusy, onStatus, log, clock = systemClock } = options;
  let status: UpdateStatus = disabledReason === null ? { state: 'not-looked' } : { state: 'off', why: disabledReason };
  let updater: AppUpdater | null = null;
  let cancelNext = () => {};
  const set = (next: UpdateStatus) => {
    status = next;
    onStatus(next);
  };

  async function openUpdater(): Promise<AppUpdater> {
    const opened = await options.openUpdater();
    if (opened === updater) return opened;
    updater = opened;
    updater.logger = null;
    updater.autoDownload = true;
    updater.autoInstallOnAppQuit = true;
    updater.allowDowngrade = false;
    // Removes the permanent id of this installation, which electron-updater would send.
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
      const opened = await openUpdater();
      const found = await opened.checkForUpdates();
      if (!found?.isUpdateAvailable) return set({ state: 'current', checkedAt: clock.now() });
      const { version } = found.updateInfo;
      set({ state: 'downloading', version, percent: 0 });
      await found.downloadPromise?.catch(async (error) => {
        await deleteDiscardedDownload(opened).catch((cause) => log.warn(String(cause)));
        throw error;
      });
      set({ state: 'ready', version, isOffered: !isBusy() });
    } catch (error) {
      log.warn(`Checking for updates failed: ${error instanceof Error ? error.message : String(error)}`);
      set({ state: 'failed', why: updateErrorMessage(error) });
    }
  }

  function start(): void {
    if (disabledReason !== null) return;
    cancelNext = clock.after(checkIntervalMs, start);
    if (options.isAutomatic()) void look();
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

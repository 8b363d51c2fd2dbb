/** Files of updates: downloads, and the AppImage that one of them replaces. */
import { chmodSync, copyFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { AppImageUpdater, AppUpdater } from 'electron-updater';
import { syncFile } from '../../files/atomic-write.ts';

/**
 * Creates an updater that replaces the AppImage atomically. electron-updater deletes the old file first, so a full disk
 * would leave no app at all.
 * @param relaunch starts a program when this one has ended, with the same arguments
 */
export function createSafeUpdater(
  Updater: typeof AppImageUpdater,
  relaunch: (program: string) => void,
): AppImageUpdater {
  return new (class extends Updater {
    protected override doInstall({ isForceRunAfter }: { readonly isForceRunAfter: boolean }): boolean {
      const [current, download] = [process.env.APPIMAGE, this.installerPath];
      if (current === undefined || download === null) throw new Error('The AppImage or its update is missing.');
      const installed = replaceAppImage(current, download);
      if (isForceRunAfter) relaunch(installed);
      return true;
    }
  })();
}

/** Returns the new path, which differs if the name contains the version. */
function replaceAppImage(current: string, download: string): string {
  const target = /\d+\.\d+\.\d+/.test(basename(current)) ? join(dirname(current), basename(download)) : current;
  const partPath = `${target}.part`;
  try {
    copyFileSync(download, partPath);
    chmodSync(partPath, statSync(current).mode);
    syncFile(partPath);
    renameSync(partPath, target);
  } catch (error) {
    rmSync(partPath, { force: true });
    throw error;
  }
  if (target !== current) rmSync(current);
  rmSync(download);
  return target;
}

/**
 * Deletes the folder that electron-updater has emptied after a failure, because its write stream may open the file later.
 * Without the folder, that leaves nothing.
 */
export async function deleteDiscardedDownload(updater: AppUpdater): Promise<void> {
  const { downloadedUpdateHelper: download } = updater as unknown as {
    readonly downloadedUpdateHelper: { readonly file: string | null; readonly cacheDirForPendingUpdate: string } | null;
  };
  if (download?.file === null)
    await rm(download.cacheDirForPendingUpdate, { recursive: true, force: true, maxRetries: 5 });
}

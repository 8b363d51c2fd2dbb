/** Puts a new AppImage in the place of the one that runs: whole, or not at all. */
import { chmodSync, copyFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { AppImageUpdater } from 'electron-updater';
import { syncFile } from '../../files/atomic-write.ts';

/**
 * electron-updater's own way deletes the old file before the new one is there, which a full disk turns into no app at all, and
 * starts the new one without the arguments of this one.
 * @param relaunch starts a program when this one has ended
 */
export function createSafeUpdater(
  Updater: typeof AppImageUpdater,
  relaunch: (program: string) => void,
): AppImageUpdater {
  return new (class extends Updater {
    protected override doInstall({ isForceRunAfter }: { readonly isForceRunAfter: boolean }): boolean {
      const [old, fetched] = [process.env.APPIMAGE, this.installerPath];
      if (old === undefined || fetched === null)
        throw new Error('There is no AppImage to replace, or none to put there.');
      const place = replaceAppImage(old, fetched);
      if (isForceRunAfter) relaunch(place);
      return true;
    }
  })();
}

/** @returns where it is now: a name with a version in it is not kept for another version */
export function replaceAppImage(old: string, fetched: string): string {
  const place = /\d+\.\d+\.\d+/.test(basename(old)) ? join(dirname(old), basename(fetched)) : old;
  const partPath = `${place}.part`;
  try {
    copyFileSync(fetched, partPath);
    chmodSync(partPath, statSync(old).mode);
    syncFile(partPath);
    renameSync(partPath, place);
  } catch (fault) {
    rmSync(partPath, { force: true });
    throw fault;
  }
  if (place !== old) rmSync(old);
  rmSync(fetched);
  return place;
}

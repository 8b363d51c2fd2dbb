import { execFile } from 'node:child_process';
import { readFile, realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { findMount, isCardType, isRemoteType, linuxMounts, type Mount, macMounts } from '../../files/mounts.ts';

export type StorageKind =
  | 'disk'
  | 'card'
  /** Another computer, whose changes cause no events here. */
  | 'network';

/**
 * Returns the kind by the type of the file system, without a request to another computer, which might not respond.
 * Unknown types count as `disk`, for which the watch folder has a polling setting, as do cards on Windows.
 */
export async function storageKindOf(path: string): Promise<StorageKind> {
  try {
    const real = await realpath(path);
    switch (process.platform) {
      case 'linux':
        return storageKindFromMounts(real, linuxMounts(await readFile('/proc/self/mountinfo', 'utf8')));
      case 'darwin': {
        const { stdout } = await promisify(execFile)('/sbin/mount', { timeout: 5000 });
        return storageKindFromMounts(real, macMounts(stdout));
      }
      case 'win32':
        // The real path of a mapped drive is its share.
        return isShare(real) || isShare(resolve(path)) ? 'network' : 'disk';
      default:
        return 'disk';
    }
  } catch {
    return 'disk';
  }
}

/** Matches `\\server\share` and its long form. */
export function isShare(path: string): boolean {
  return /^\\\\(\?\\UNC\\|(?![?.]\\))[^\\]/i.test(path);
}

export function storageKindFromMounts(path: string, mounts: readonly Mount[]): StorageKind {
  const { type } = findMount(path, mounts) ?? { type: '' };
  return isRemoteType(type) ? 'network' : isCardType(type) ? 'card' : 'disk';
}

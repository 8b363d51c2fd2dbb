/** What a folder is on: another computer, of whose changes the system gives no notice, a card, or a disk of this one. */
import { execFile } from 'node:child_process';
import { readFile, realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { findMount, isCardType, isRemoteType, linuxMounts, type Mount, macMounts } from '../files/mounts.ts';

export type StorageKind = 'disk' | 'card' | 'network';

/**
 * By the type of the file system, as far as the system tells it without asking the other computer: one that does not answer
 * would be waited for. Unknown types count as this computer's: the watch folder's switch is there for these. Windows does not tell
 * cards.
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
        // A mapped drive's real path is the share's.
        return isShare(real) || isShare(resolve(path)) ? 'network' : 'disk';
      default:
        return 'disk';
    }
  } catch {
    return 'disk';
  }
}

/** "\\server\share", also in its long form; a local path in its long form is none. */
export function isShare(path: string): boolean {
  return /^\\\\(\?\\UNC\\|(?![?.]\\))[^\\]/i.test(path);
}

export function storageKindFromMounts(path: string, mounts: readonly Mount[]): StorageKind {
  const { type } = findMount(path, mounts) ?? { type: '' };
  return isRemoteType(type) ? 'network' : isCardType(type) ? 'card' : 'disk';
}

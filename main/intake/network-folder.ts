/** Whether a folder is on another computer, of whose changes the system gives no notice. */
import { execFile } from 'node:child_process';
import { readFile, realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { isRemoteType, linuxMounts, type Mount, macMounts, mountAbove } from '../disks/mounts.ts';

/**
 * By the type of the file system, as far as the system tells it without asking the other computer: one that does not answer
 * would be waited for. Unknown types count as this computer's: the watch folder's switch is there for these.
 */
export async function isNetworkFolder(path: string): Promise<boolean> {
  try {
    const real = await realpath(path);
    switch (process.platform) {
      case 'linux':
        return isRemote(real, linuxMounts(await readFile('/proc/self/mountinfo', 'utf8')));
      case 'darwin': {
        const { stdout } = await promisify(execFile)('/sbin/mount', { timeout: 5000 });
        return isRemote(real, macMounts(stdout));
      }
      case 'win32':
        // A mapped drive's real path is the share's.
        return isShare(real) || isShare(resolve(path));
      default:
        return false;
    }
  } catch {
    return false;
  }
}

/** "\\server\share", also in its long form; a local path in its long form is none. */
export function isShare(path: string): boolean {
  return /^\\\\(\?\\UNC\\|(?![?.]\\))[^\\]/i.test(path);
}

export function isRemote(path: string, mounts: readonly Mount[]): boolean {
  const nearest = mountAbove(path, mounts);
  return nearest !== null && isRemoteType(nearest.type);
}

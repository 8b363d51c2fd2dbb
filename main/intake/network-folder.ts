/** Whether a folder is on another computer, of whose changes the system gives no notice. */
import { execFile } from 'node:child_process';
import { readFile, realpath } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { promisify } from 'node:util';

/** File systems of networks and of virtual machines' hosts, as Linux and macOS call them. */
const remote =
  /^(nfs\d?|cifs|smb\d?|smbfs|afpfs|webdav|davfs|ncpfs|afs|coda|ceph|9p|virtiofs|vboxsf|vmhgfs|prl_fs|lustre|glusterfs|fuse\.(sshfs|rclone|gvfsd-fuse|glusterfs|s3fs|davfs2?|ceph|vmhgfs-fuse|smbnetfs|curlftpfs|goofys)|(mac)?fuse[._](sshfs|rclone))$/i;

export interface Mount {
  readonly at: string;
  readonly type: string;
}

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

/** By the mount with the longest path above `path`; of several at one place the last is on top. */
export function isRemote(path: string, mounts: readonly Mount[]): boolean {
  const above = mounts.filter(({ at }) => path === at || path.startsWith(at.endsWith(sep) ? at : at + sep));
  const nearest = above.reduce<Mount | null>(
    (best, each) => (each.at.length >= (best?.at.length ?? 0) ? each : best),
    null,
  );
  return nearest !== null && remote.test(nearest.type);
}

/** The lines of /proc/self/mountinfo: the mount point is the fifth field, the type the first after the dash. */
export function linuxMounts(text: string): Mount[] {
  return text.split('\n').flatMap((line) => {
    const [before = '', after] = line.split(' - ');
    const at = before.split(' ')[4];
    const type = after?.split(' ')[0];
    if (at === undefined || type === undefined) return [];
    return { at: at.replace(/\\([0-7]{3})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 8))), type };
  });
}

/** The lines of `mount`: "//anna@server/photos on /Volumes/photos (smbfs, nodev, …)". */
export function macMounts(text: string): Mount[] {
  return text.split('\n').flatMap((line) => {
    const [, at, type] = / on (\/.*) \(([^,)]+)[^)]*\)$/.exec(line) ?? [];
    return at === undefined || type === undefined ? [] : { at, type };
  });
}

/** Where disks and shares are mounted, as the system tells it without asking the disk or share itself. */

export interface Mount {
  readonly mountPoint: string;
  readonly type: string;
}

/** File systems of networks and of virtual machines' hosts, as Linux and macOS call them. */
const remote =
  /^(nfs\d?|cifs|smb\d?|smbfs|afpfs|webdav|davfs|ncpfs|afs|coda|ceph|9p|virtiofs|vboxsf|vmhgfs|prl_fs|lustre|glusterfs|fuse\.(sshfs|rclone|gvfsd-fuse|glusterfs|s3fs|davfs2?|ceph|vmhgfs-fuse|smbnetfs|curlftpfs|goofys)|(mac)?fuse[._](sshfs|rclone))$/i;

export function isRemoteType(type: string): boolean {
  return remote.test(type);
}

/** File systems of cards and sticks. */
export function isCardType(type: string): boolean {
  return /^(vfat|msdos|exfat)$/i.test(type);
}

/** The mount with the longest path above `path`; of several at one place the last, which is on top. Null for none. */
export function findMount(path: string, mounts: readonly Mount[]): Mount | null {
  const above = mounts.filter(
    ({ mountPoint }) =>
      path === mountPoint || path.startsWith(mountPoint.endsWith('/') ? mountPoint : `${mountPoint}/`),
  );
  return above.reduce<Mount | null>(
    (best, each) => (each.mountPoint.length >= (best?.mountPoint.length ?? 0) ? each : best),
    null,
  );
}

/** The lines of /proc/self/mountinfo: the mount point is the fifth field, the type the first after the dash. */
export function linuxMounts(text: string): Mount[] {
  return text.split('\n').flatMap((line) => {
    const [before = '', after] = line.split(' - ');
    const mountPoint = before.split(' ')[4];
    const type = after?.split(' ')[0];
    if (mountPoint === undefined || type === undefined) return [];
    return {
      mountPoint: mountPoint.replace(/\\([0-7]{3})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 8))),
      type,
    };
  });
}

/** The lines of `mount`: "//anna@server/photos on /Volumes/photos (smbfs, nodev, …)". */
export function macMounts(text: string): Mount[] {
  return text.split('\n').flatMap((line) => {
    const [, mountPoint, type] = / on (\/.*) \(([^,)]+)[^)]*\)$/.exec(line) ?? [];
    return mountPoint === undefined || type === undefined ? [] : { mountPoint, type };
  });
}

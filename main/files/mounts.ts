/** Mount points of disks and shares, as listed by the system without querying them. */

export interface Mount {
  readonly mountPoint: string;
  readonly type: string;
}

const remoteTypes =
  /^(nfs\d?|cifs|smb\d?|smbfs|afpfs|webdav|davfs|ncpfs|afs|coda|ceph|9p|virtiofs|vboxsf|vmhgfs|prl_fs|lustre|glusterfs|fuse\.(sshfs|rclone|gvfsd-fuse|glusterfs|s3fs|davfs2?|ceph|vmhgfs-fuse|smbnetfs|curlftpfs|goofys)|(mac)?fuse[._](sshfs|rclone))$/i;

export function isRemoteType(type: string): boolean {
  return remoteTypes.test(type);
}

export function isCardType(type: string): boolean {
  return /^(vfat|msdos|exfat)$/i.test(type);
}

/** The last mount at one place is on top. */
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

/** Parses /proc/self/mountinfo. */
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

/** Parses the output of `mount`: "//anna@server/photos on /Volumes/photos (smbfs, nodev, …)". */
export function macMounts(text: string): Mount[] {
  return text.split('\n').flatMap((line) => {
    const [, mountPoint, type] = / on (\/.*) \(([^,)]+)[^)]*\)$/.exec(line) ?? [];
    return mountPoint === undefined || type === undefined ? [] : { mountPoint, type };
  });
}

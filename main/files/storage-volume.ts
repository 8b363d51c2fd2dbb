import { findMount, isRemoteType, type Mount } from './mounts.ts';

export interface Volume {
  /** Mount point: "/Volumes/Card 3", "E:\", "\\nas\photos"; "/" for the system's own. */
  readonly root: string;
  /** Display name: "Card 3", "E:", "photos on nas"; null for the system disk. */
  readonly name: string | null;
  /** Null if unknown. */
  readonly isMounted: boolean | null;
}

/** Finds the disk, card or share of an absolute path without querying it. @param mounts null if unknown */
export function volumeOf(path: string, mounts: readonly Mount[] | null): Volume {
  const windows = windowsVolume(path);
  if (windows !== null) return { ...windows, isMounted: null };
  const shaped = shapedVolume(path);
  const mount = mounts && findMount(path, mounts);
  // "/media/card" is a separate disk next to "/media/anna/card".
  if (
    mount &&
    mount.mountPoint !== '/' &&
    (shaped === null || mount.mountPoint.length >= shaped.root.length || isBelow(mount, shaped))
  )
    return { root: mount.mountPoint, name: nameOfMount(mount, shaped), isMounted: true };
  if (shaped !== null) return { ...shaped, isMounted: mounts === null || isOfGvfs(shaped) ? null : false };
  return { root: '/', name: null, isMounted: true };
}

/** GVFS shares are folders of one mount. */
function isOfGvfs({ root }: Shaped): boolean {
  return root.startsWith('/run/user/');
}

type Shaped = Pick<Volume, 'root' | 'name'>;

function isBelow({ mountPoint }: Mount, { root }: Shaped): boolean {
  return root.startsWith(`${mountPoint}/`) && mediaFolder.test(mountPoint);
}

const mediaFolder = /^\/media\/[^/]+$/;

function nameOfMount({ mountPoint, type }: Mount, shaped: Shaped | null): string | null {
  if (shaped !== null && mountPoint === shaped.root) return shaped.name;
  if (!isRemoteType(type) && !mediaFolder.test(mountPoint)) return null;
  return mountPoint.slice(mountPoint.lastIndexOf('/') + 1);
}

function windowsVolume(path: string): Shaped | null {
  const [, server, share] = /^\\\\(?:\?\\UNC\\)?([^\\?.][^\\]*)\\([^\\]+)/i.exec(path) ?? [];
  if (server !== undefined && share !== undefined)
    return { root: `\\\\${server}\\${share}\\`, name: `${share} on ${server}` };
  const [, letter] = /^(?:\\\\[?.]\\)?([a-z]):/i.exec(path) ?? [];
  if (letter === undefined) return null;
  const drive = `${letter.toUpperCase()}:`;
  return { root: `${drive}\\`, name: drive === 'C:' ? null : drive };
}

const mountPatterns = [/^\/Volumes\/([^/]+)/, /^\/(?:run\/)?media\/[^/]+\/([^/]+)/, /^\/mnt\/([^/]+)/] as const;

function shapedVolume(path: string): Shaped | null {
  for (const pattern of mountPatterns) {
    const [root, name] = pattern.exec(path) ?? [];
    if (root !== undefined && name !== undefined) return { root, name };
  }
  const [root, options = ''] = /^\/run\/user\/\d+\/gvfs\/[a-z]+-share:([^/]+)/.exec(path) ?? [];
  if (root === undefined) return null;
  const { server, share } = Object.fromEntries(options.split(',').map((option) => option.split('=')));
  return { root, name: server && share ? `${share} on ${server}` : options };
}

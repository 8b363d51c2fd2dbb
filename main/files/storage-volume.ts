/** Which disk, card or share a path is on, and what people call it: by the path and what is mounted, without asking the disk. */
import { findMount, isRemoteType, type Mount } from './mounts.ts';

export interface Volume {
  /** Where it is, or was, mounted: "/Volumes/Card 3", "E:\", "\\nas\photos"; "/" for the system's own. */
  readonly root: string;
  /** "Card 3", "E:", "photos on nas"; null for the system's own disk. */
  readonly name: string | null;
  /** Whether it is mounted, as far as `mounts` tell; null where they do not. */
  readonly isMounted: boolean | null;
}

/** @param path absolute @param mounts null where the system does not tell them without asking the disks */
export function volumeOf(path: string, mounts: readonly Mount[] | null): Volume {
  const windows = windowsVolume(path);
  if (windows !== null) return { ...windows, isMounted: null };
  const shaped = shapedVolume(path);
  const mount = mounts && findMount(path, mounts);
  // A mount further down than the name says is a disk of its own, such as "/media/card" beside "/media/anna/card".
  if (
    mount &&
    mount.mountPoint !== '/' &&
    (shaped === null || mount.mountPoint.length >= shaped.root.length || isBelow(mount, shaped))
  )
    return { root: mount.mountPoint, name: nameOfMount(mount, shaped), isMounted: true };
  if (shaped !== null) return { ...shaped, isMounted: mounts === null || isOfGvfs(shaped) ? null : false };
  return { root: '/', name: null, isMounted: true };
}

/** These are folders of one mount. */
function isOfGvfs({ root }: Shaped): boolean {
  return root.startsWith('/run/user/');
}

type Shaped = Pick<Volume, 'root' | 'name'>;

function isBelow({ mountPoint: at }: Mount, { root }: Shaped): boolean {
  return root.startsWith(`${at}/`) && mediaFolder.test(at);
}

/** A medium mounted right below /media, as by /etc/fstab. */
const mediaFolder = /^\/media\/[^/]+$/;

function nameOfMount({ mountPoint: at, type }: Mount, shaped: Shaped | null): string | null {
  if (shaped !== null && at === shaped.root) return shaped.name;
  if (!isRemoteType(type) && !mediaFolder.test(at)) return null;
  return at.slice(at.lastIndexOf('/') + 1);
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

/** Where desktops mount what is put in or connected. */
const places = [/^\/Volumes\/([^/]+)/, /^\/(?:run\/)?media\/[^/]+\/([^/]+)/, /^\/mnt\/([^/]+)/] as const;

function shapedVolume(path: string): Shaped | null {
  for (const place of places) {
    const [root, name] = place.exec(path) ?? [];
    if (root !== undefined && name !== undefined) return { root, name };
  }
  const [root, words = ''] = /^\/run\/user\/\d+\/gvfs\/[a-z]+-share:([^/]+)/.exec(path) ?? [];
  if (root === undefined) return null;
  const { server, share } = Object.fromEntries(words.split(',').map((word) => word.split('=')));
  return { root, name: server && share ? `${share} on ${server}` : words };
}

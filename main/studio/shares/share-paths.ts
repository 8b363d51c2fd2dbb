/** The shares of this station: converts its paths to those that all stations know, and back. */
import { readdir } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { type MessageDescriptor, msg, UserFacingError } from '../../../contract/messages/message.ts';
import type { Share } from '../../../contract/studio/studio.ts';
import { isInside, pathExists, resolveRealPath } from '../../files/real-path.ts';
import { resolveInside } from '../../files/stored-path.ts';
import { withTimeout } from '../../files/with-timeout.ts';
import { isPortablePath, type SharedPath, type Shares, toShareUri, toSystemPath } from './shared-path.ts';

export function openShares(list: readonly Share[]): Shares {
  const folders = new Map(list.map(({ name, folder }) => [name, resolve(folder)]));

  async function sharedOf(path: string): Promise<SharedPath | null> {
    const place = await resolveRealPath(path);
    if (place === null) return null;
    const roots = await Promise.all(
      [...folders].map(async ([name, folder]) => ({ name, root: (await resolveRealPath(folder))?.path ?? null })),
    );
    const [home] = roots
      .flatMap(({ name, root }) => (root !== null && isInside(place.path, root) ? [{ name, root }] : []))
      .sort((a, b) => b.root.length - a.root.length);
    if (home === undefined) return null;
    const shared = sharedBelow(home, place.path);
    if (!isPortablePath(shared.path)) return null;
    if (!isInside(place.real, home.root)) return shared;
    // Names that differ on this disk can be equal on others.
    const local = await findInside(home.root, sharedBelow(home, place.real).path);
    const found = local === null ? null : await resolveRealPath(local.named);
    return found?.path === place.real ? shared : null;
  }

  async function placeOf({ share: name, path }: SharedPath): Promise<LocalPlace> {
    const folder = folders.get(name);
    if (folder === undefined) throw new UserFacingError(msg('studio.share.unknown', { share: name }));
    if (!isPortablePath(path)) throw new UserFacingError(msg('studio.share.noPath', { path }));
    const place = await findInside(folder, path);
    if (place === null) throw new UserFacingError(msg('studio.share.leadsOut', { path, share: name }));
    return place;
  }
  const locate = (shared: SharedPath): Promise<LocalPlace> => {
    const folder = folders.get(shared.share) ?? '';
    const unreachable = (code: string) => msg('studio.share.unreachable', { share: shared.share, folder, code });
    return wrapDiskErrors(placeOf(shared), unreachable);
  };

  return {
    names: [...folders.keys()],
    text: JSON.stringify([...folders]),
    toDisplayPath(shared) {
      const folder = folders.get(shared.share);
      if (!isPortablePath(shared.path)) throw new UserFacingError(msg('studio.share.noPath', { path: shared.path }));
      return folder === undefined ? toShareUri(shared) : toSystemPath(folder, shared.path);
    },
    contains: (path) => [...folders.values()].some((folder) => isInside(resolve(path), folder)),
    async toShared(path) {
      if (!isAbsolute(path) || path.split(/[\\/]/).includes('..')) return null;
      return wrapDiskErrors(sharedOf(resolve(path)), (code) => msg('studio.share.unknownPlace', { path, code }));
    },
    toLocal: async (shared) => (await locate(shared)).named,
    locate: async (shared) => (await locate(shared)).real,
    folderOf: (share) => folders.get(share) ?? null,
  };
}

function sharedBelow({ name, root }: { readonly name: string; readonly root: string }, path: string): SharedPath {
  return { share: name, path: relative(root, path).split(sep).join('/').normalize('NFC') };
}

interface LocalPlace {
  readonly named: string;
  /** Without links below the share's folder. */
  readonly real: string;
}

/** Returns null if a link leads out of the folder. */
async function findInside(folder: string, path: string): Promise<LocalPlace | null> {
  const named = await toDiskSpelling(folder, path === '' ? [] : path.split('/'));
  const real = await resolveInside(folder, named);
  return real === null ? null : { named, real };
}

/** Returns the path with the spelling of the disk, because systems write accents differently. */
async function toDiskSpelling(folder: string, parts: readonly string[]): Promise<string> {
  let path = folder;
  for (const [index, part] of parts.entries()) {
    const name = (await pathExists(join(path, part))) ? part : await findSpelling(path, part);
    if (name === null) return join(path, ...parts.slice(index));
    path = join(path, name);
  }
  return path;
}

async function findSpelling(folder: string, name: string): Promise<string | null> {
  // ASCII has one spelling.
  if (/^[\0-\x7f]*$/.test(name)) return null;
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(error.code ?? '')) return [];
    throw error;
  });
  return names.sort().find((each) => each.normalize('NFC') === name) ?? null;
}

async function wrapDiskErrors<T>(work: Promise<T>, messageOf: (code: string) => MessageDescriptor): Promise<T> {
  try {
    return await withTimeout(work);
  } catch (error) {
    if (error instanceof UserFacingError) throw error;
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new UserFacingError(messageOf(code), { cause: error });
  }
}

/** The shares of this station: which of its files others can reach, and where here a file is that another one names. */
import { readdir } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { type MessageDescriptor, msg, UserFacingError } from '../../../contract/messages/message.ts';
import type { Share } from '../../../contract/studio/studio.ts';
import { isInside, pathExists, resolveRealPath } from '../../files/real-path.ts';
import { resolveInside } from '../../files/stored-path.ts';
import { withTimeout } from '../../files/with-timeout.ts';
import { isPortablePath, type SharedPath, toShareUri, toSystemPath } from './shared-path.ts';

export type { Share } from '../../../contract/studio/studio.ts';
export * from './shared-path.ts';

export interface Shares {
  readonly names: readonly string[];
  /** All of them with their folders, to see whether they have changed. */
  readonly text: string;
  /**
   * Returns the path to show on this station, without access to a disk; `share://…` if the share is not set up here.
   * @throws UserFacingError if the path is not inside its share on every system
   */
  named(shared: SharedPath): string;
  /** True for what lies in a share by its name here, whether or not others can have it too. */
  holds(path: string): boolean;
  /**
   * The path as other stations know it, by where it really is; in shares inside each other, by the inner one. Null outside of all
   * shares, and for what cannot be named so that every station finds the same file. It may be a file that is not there yet.
   * @throws UserFacingError where that cannot be told, since a disk does not answer
   */
  toShared(path: string): Promise<SharedPath | null>;
  /**
   * Absolute, on this station; what is not there yet has a path too. Whoever wrote it into the database is not trusted: it is inside
   * its share, links included, when it is asked for.
   * @throws UserFacingError for a share that is not here, for what is not inside it, and where a disk does not answer
   */
  toLocal(shared: SharedPath): Promise<string>;
  /** The same path without links below the share's folder, to be opened at once. */
  locate(shared: SharedPath): Promise<string>;
  /** The folder of a share here; null for a share that is not set up here. */
  folderOf(share: string): string | null;
}

/** @param list of shares whose names differ */
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
    // Two names may differ on this disk and be one to others: what is found by it must be what is here.
    const local = await insideOf(home.root, sharedBelow(home, place.real).path);
    const found = local === null ? null : await resolveRealPath(local.named);
    return found?.path === place.real ? shared : null;
  }

  async function placeOf({ share: name, path }: SharedPath): Promise<LocalPlace> {
    const folder = folders.get(name);
    if (folder === undefined) throw new UserFacingError(msg('studio.share.unknown', { share: name }));
    if (!isPortablePath(path)) throw new UserFacingError(msg('studio.share.noPath', { path }));
    const place = await insideOf(folder, path);
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
    named(shared) {
      const folder = folders.get(shared.share);
      if (!isPortablePath(shared.path)) throw new UserFacingError(msg('studio.share.noPath', { path: shared.path }));
      return folder === undefined ? toShareUri(shared) : toSystemPath(folder, shared.path);
    },
    holds: (path) => [...folders.values()].some((folder) => isInside(resolve(path), folder)),
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
  /** By its name in the share. */
  readonly named: string;
  /** Without links below the share's folder. */
  readonly real: string;
}

/** `path` below `folder`; null if a link leads out of it. */
async function insideOf(folder: string, path: string): Promise<LocalPlace | null> {
  const named = await namedOnDisk(folder, path === '' ? [] : path.split('/'));
  const real = await resolveInside(folder, named);
  return real === null ? null : { named, real };
}

/** The path of `parts` below `folder`, as they are spelled on the disk: systems differ in how they write accents. */
async function namedOnDisk(folder: string, parts: readonly string[]): Promise<string> {
  let path = folder;
  for (const [index, part] of parts.entries()) {
    const name = (await pathExists(join(path, part))) ? part : await otherSpelling(path, part);
    if (name === null) return join(path, ...parts.slice(index));
    path = join(path, name);
  }
  return path;
}

async function otherSpelling(folder: string, name: string): Promise<string | null> {
  // Plain letters have one spelling; a folder with thousands of files need not be read for them.
  if (/^[\0-\x7f]*$/.test(name)) return null;
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(error.code ?? '')) return [];
    throw error;
  });
  return names.sort().find((each) => each.normalize('NFC') === name) ?? null;
}

async function wrapDiskErrors<T>(work: Promise<T>, sentence: (code: string) => MessageDescriptor): Promise<T> {
  try {
    return await withTimeout(work);
  } catch (error) {
    if (error instanceof UserFacingError) throw error;
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new UserFacingError(sentence(code), { cause: error });
  }
}

/** A path as all stations of a studio know it. */
import path from 'node:path';
import { isDeviceName } from '../../../contract/recipes/naming.ts';
import { shareNameSchema } from '../../../contract/studio/studio.ts';
import { maxPathLength } from '../../../contract/validation/path-grant.ts';
import { controlCharacters } from '../../../contract/validation/unsafe-characters.ts';

export interface SharedPath {
  readonly share: string;
  /** NFC, separated by `/`; empty for the share's own folder. */
  readonly path: string;
}

/** The shares of this station: converts its paths to those that all stations know, and back. */
export interface Shares {
  readonly names: readonly string[];
  readonly text: string;
  /**
   * Returns the path to show, without access to a disk; `share://…` if the share is not set up here.
   * @throws UserFacingError if the path is not portable
   */
  toDisplayPath(shared: SharedPath): string;
  /** Whether a path is in a share by its name. */
  contains(path: string): boolean;
  /**
   * Returns the shared path of a file, which need not exist, by its real location in the innermost share. Returns null outside all
   * shares, and if no portable name leads every station to this file.
   * @throws UserFacingError if a disk does not respond
   */
  toShared(path: string): Promise<SharedPath | null>;
  /**
   * Returns the absolute path of an untrusted shared path, which is inside its share, links included.
   * @throws UserFacingError for an unknown share, a path outside it, and a disk that does not respond
   */
  toLocal(shared: SharedPath): Promise<string>;
  /** Like `toLocal`, without links below the share's folder, to open at once. */
  locate(shared: SharedPath): Promise<string>;
  folderOf(share: string): string | null;
}

const scheme = 'share://';

/** Returns the only URI of a path, such as `share://name/a/b.jpg`. */
export function toShareUri({ share, path }: SharedPath): string {
  return `${scheme}${encodeURIComponent(share)}/${path}`;
}

/** Returns null for a text that `toShareUri` cannot have written. */
export function parseShareUri(text: string): SharedPath | null {
  const [, name, path] = /^share:\/\/([^/]+)\/(.*)$/su.exec(text) ?? [];
  if (name === undefined || path === undefined) return null;
  const share = decoded(name);
  if (share === null || shareNameSchema.safeParse(share).data !== share || !isPortablePath(path)) return null;
  const shared = { share, path };
  return toShareUri(shared) === text ? shared : null;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/**
 * Whether a path is inside its share on every system: no part leads up, names a drive, a device or a stream of a file, or ends with a
 * dot or blank, which Windows drops.
 */
export function isPortablePath(shared: string): boolean {
  if (shared === '') return true;
  return (
    shared.length <= maxPathLength && shared === shared.normalize('NFC') && shared.split('/').every(isSharablePart)
  );
}

/** @throws Error if `shared` is not portable */
export function toSystemPath(folder: string, shared: string, system: path.PlatformPath = path): string {
  if (!isPortablePath(shared)) throw new Error(`Not a path below a share: ${shared}`);
  return system.join(folder, ...shared.split('/'));
}

function isSharablePart(part: string): boolean {
  return !/[\\:]|[. ]$|^$/.test(part) && part.search(controlCharacters) < 0 && !isDeviceName(part);
}

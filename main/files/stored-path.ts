/** Paths as rows of the database name them. Another station of the studio may have written them, so none is opened as it is. */
import system, { join, relative } from 'node:path';
import { resolveRealPath } from './real-path.ts';
import { isInside } from './symlink-escape.ts';

declare const stored: unique symbol;

/**
 * A path of a row, which is no `string` for the compiler: `FileAvailability.locate` turns it into one that can be opened, and
 * `displayPath` into one to show. At run time it is a string, so that rows need no conversion.
 */
export interface StoredPath {
  readonly [stored]: true;
}

export const toStoredPath = (path: string): StoredPath => path as unknown as StoredPath;

/** The path to show to people, and to compare with other rows; never to open. */
export const displayPath = (path: StoredPath): string => path as unknown as string;

/**
 * Resolves all links of a path below `root`. Returns the target by its name below `root`, or null if it is outside of `root` or a
 * link is broken. The file need not exist. Open the returned path: a link that replaces a folder of the original path later has no
 * effect on it.
 * @throws the file system's error
 */
export async function resolveInside(root: string, path: string): Promise<string | null> {
  if (!isNamedInside(root, path)) return null;
  const [realRoot, real] = await Promise.all([resolveRealPath(root), resolveRealPath(path)]);
  if (realRoot === null || real === null || !isInside(real.path, realRoot.path)) return null;
  return join(root, relative(realRoot.path, real.path));
}

/**
 * Whether a path names `root` or something below it, before any disk is asked: absolute, and written in the one way that the system
 * has for it, without `..`.
 * @param paths how paths are written: another system's in tests
 */
export function isNamedInside(root: string, path: string, paths: system.PlatformPath = system): boolean {
  if (!paths.isAbsolute(root) || paths.resolve(path) !== path || path.includes('\0')) return false;
  return isInside(path, paths.resolve(root), paths.sep);
}

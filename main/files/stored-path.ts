import system, { join, relative } from 'node:path';
import { isInside, resolveRealPath } from './real-path.ts';

declare const stored: unique symbol;

/**
 * A path of a row is untrusted, because another station may have written it. `FileAvailability.locate` returns a path to open.
 */
export interface StoredPath {
  readonly [stored]: true;
}

export const toStoredPath = (path: string): StoredPath => path as unknown as StoredPath;

export const displayPath = (path: StoredPath): string => path as unknown as string;

/**
 * Resolves all links of a path below `root`; null if it leads out of `root` or a link is broken. Open the
 * returned path: later links do not affect it.
 */
export async function resolveInside(root: string, path: string): Promise<string | null> {
  if (!isNamedInside(root, path)) return null;
  const [realRoot, real] = await Promise.all([resolveRealPath(root), resolveRealPath(path)]);
  if (realRoot === null || real === null || !isInside(real.path, realRoot.path)) return null;
  return join(root, relative(realRoot.path, real.path));
}

/**
 * @param paths tests pass another system's syntax
 */
export function isNamedInside(root: string, path: string, paths: system.PlatformPath = system): boolean {
  if (!paths.isAbsolute(root) || paths.resolve(path) !== path || path.includes('\0')) return false;
  return isInside(path, paths.resolve(root), paths.sep);
}

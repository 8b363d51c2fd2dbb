/** Where a path really leads, also for what is not there yet. */
import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

export interface ResolvedPath {
  /** The path without links: of the nearest folder that is there, and below it what is not. */
  readonly path: string;
  /** That folder; the same as `path` where all of it is there. */
  readonly real: string;
}

/** Codes of what is not there, and of what is there but leads nowhere. */
const missing = new Set(['ENOENT', 'ENOTDIR']);
const nowhere = new Set(['ELOOP', 'ENAMETOOLONG', 'EINVAL', 'ERR_INVALID_ARG_VALUE']);

/**
 * Null for a path over a link that leads nowhere: whoever wrote there would make a file nobody knows where.
 * @param path absolute, without `..`
 * @param isSecondLook it was there, and its real path was not, a moment ago
 * @throws the file system's error where that cannot be told
 */
export async function resolveRealPath(path: string, isSecondLook = false): Promise<ResolvedPath | null> {
  try {
    const real = await realpath(path);
    return { path: real, real };
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (nowhere.has(code) || dirname(path) === path) return null;
    if (!missing.has(code)) throw error;
  }
  // A link that leads nowhere, or what another station has made this very moment.
  if (await pathExists(path)) return isSecondLook ? null : resolveRealPath(path, true);
  const above = await resolveRealPath(dirname(path));
  return above && { path: join(above.path, basename(path)), real: above.real };
}

/** True for a link as well, wherever it leads. @throws the file system's error where that cannot be told */
export async function pathExists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (missing.has(code) || nowhere.has(code)) return false;
    throw error;
  }
}

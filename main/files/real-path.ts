import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { withTimeout } from './with-timeout.ts';

/** Compares absolute, normalized paths. @param separator tests pass another system's */
export function isInside(path: string, folder: string, separator: string = sep): boolean {
  return path === folder || path.startsWith(folder.endsWith(separator) ? folder : folder + separator);
}

/** @param root free of links @throws the file system's error for a broken link */
export async function escapesRoot(path: string, root: string): Promise<boolean> {
  return !isInside(await realpath(path), root);
}

export interface ResolvedPath {
  /** Without links; may be missing. */
  readonly path: string;
  /** Its deepest existing part. */
  readonly real: string;
}

const missingCodes = new Set(['ENOENT', 'ENOTDIR']);
const unresolvableCodes = new Set(['ELOOP', 'ENAMETOOLONG', 'EINVAL', 'ERR_INVALID_ARG_VALUE']);

/**
 * Returns null if a link is broken, because a file written through it would appear in an unexpected place.
 * @param path absolute, without `..`
 */
export async function resolveRealPath(path: string, isSecondLookup = false): Promise<ResolvedPath | null> {
  try {
    const real = await realpath(path);
    return { path: real, real };
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (unresolvableCodes.has(code) || dirname(path) === path) return null;
    if (!missingCodes.has(code)) throw error;
  }
  // Another station may have created the file in between.
  if (await pathExists(path)) return isSecondLookup ? null : resolveRealPath(path, true);
  const parent = await resolveRealPath(dirname(path));
  return parent && { path: join(parent.path, basename(path)), real: parent.real };
}

/** True for a broken link, too. */
export async function pathExists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (missingCodes.has(code) || unresolvableCodes.has(code)) return false;
    throw error;
  }
}

const lookupTimeoutMs = 2000;
/** No lookup starts while another one hangs, because each occupies a thread. */
let hangingLookups = 0;

/** Resolves links for comparison. Returns `path` if its disk does not respond in time. */
export async function resolveLinks(path: string): Promise<string> {
  if (hangingLookups > 0) return path;
  const lookup = followLinks(path);
  return withTimeout(lookup, lookupTimeoutMs).catch(() => {
    hangingLookups += 1;
    void lookup.finally(() => {
      hangingLookups -= 1;
    });
    return path;
  });
}

async function followLinks(path: string): Promise<string> {
  const real = await realpath(path).catch(() => null);
  if (real !== null || dirname(path) === path) return real ?? path;
  return join(await followLinks(dirname(path)), basename(path));
}

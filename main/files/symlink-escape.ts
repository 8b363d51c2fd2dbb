/** Checks whether a path is inside a folder, by its text and with links resolved: links may be hostile. */
import { realpath } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { withTimeout } from './with-timeout.ts';

/** Whether `path` is `folder` or below it, by their text; both absolute and normalized. @param separator another system's in tests */
export function isInside(path: string, folder: string, separator: string = sep): boolean {
  return path === folder || path.startsWith(folder.endsWith(separator) ? folder : folder + separator);
}

/**
 * Whether `path` leads to something that is not below `root`, which is free of links itself (`realpath`). A junction of
 * Windows is such a link too.
 * @throws the file system's error for a link that leads nowhere
 */
export async function escapesRoot(path: string, root: string): Promise<boolean> {
  return !isInside(await realpath(path), root);
}

/** Timeout of one lookup, in ms. While a disk does not respond, no other lookup starts: each occupies a thread. */
const lookupTimeoutMs = 2000;
let hangingLookups = 0;

/** Resolves the links in an absolute path, which may be missing. Returns `path` itself if its disk does not respond in time. */
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

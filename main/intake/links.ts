/**
 * Links that are not followed: inside a folder out of it, since whoever put them there decides what is read, and that may be
 * somebody else; and to what is taken in anyway.
 */
import { realpath } from 'node:fs/promises';
import { basename, sep } from 'node:path';

/**
 * True where `path` leads to something that is not below `root`, which is free of links itself (`realpath`). A junction of
 * Windows is such a link too.
 * @throws the file system's error for a link that leads nowhere
 */
export async function leadsOut(path: string, root: string): Promise<boolean> {
  const target = await realpath(path);
  return target !== root && !target.startsWith(root.endsWith(sep) ? root : root + sep);
}

/** The sentence about all of them in the folder at `root`. */
export function leftAlone(count: number, root: string): string {
  const name = `“${basename(root) || root}”`;
  return count === 1
    ? `A link leads out of ${name} and was left alone.`
    : `${count} links lead out of ${name} and were left alone.`;
}

/** The sentence about links (paths, at least one) to what was met by itself. */
export function leftOut(links: readonly string[]): string {
  return links.length === 1
    ? `“${basename(links[0]!)}” is a link to a photograph or folder that is included already, and was left out.`
    : `${links.length} links lead to photographs or folders that are included already, and were left out.`;
}

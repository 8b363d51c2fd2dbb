/** Links inside a folder that lead out of it: whoever put them there decides what is read, and that may be somebody else. */
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

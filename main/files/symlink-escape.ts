/** Links out of a folder: whoever put them there decides what is read, and that may be somebody else. */
import { realpath } from 'node:fs/promises';
import { sep } from 'node:path';

/**
 * True where `path` leads to something that is not below `root`, which is free of links itself (`realpath`). A junction of
 * Windows is such a link too.
 * @throws the file system's error for a link that leads nowhere
 */
export async function escapesRoot(path: string, root: string): Promise<boolean> {
  const target = await realpath(path);
  return target !== root && !target.startsWith(root.endsWith(sep) ? root : root + sep);
}

/** Whether a path is inside a folder, by its text and with links resolved: somebody else may have put the links there. */
import { realpath } from 'node:fs/promises';
import { sep } from 'node:path';

/** Whether `path` is `folder` or below it, by their text; both absolute and normalized. */
export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/**
 * Whether `path` leads to something that is not below `root`, which is free of links itself (`realpath`). A junction of
 * Windows is such a link too.
 * @throws the file system's error for a link that leads nowhere
 */
export async function escapesRoot(path: string, root: string): Promise<boolean> {
  return !isInside(await realpath(path), root);
}

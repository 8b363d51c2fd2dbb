/** Paths below a folder of the user's, built from names of a card, a list, a recipe file or another computer. */
import { realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { safeName } from '../../contract/recipes/naming.ts';
import { makeUserFolder } from './private-files.ts';
import { escapesRoot, isInside } from './symlink-escape.ts';

/**
 * The separators of names in a path: those of this file system (on Linux and macOS, `a\b` is the name of one folder), the slash of ZIP
 * archives, or both slashes, as people type them.
 */
export type PathSyntax = 'system' | 'zip' | 'typed';

/** Splits a relative path into names, without `.` and `..`. */
export function splitPath(path: string, syntax: PathSyntax, platform = process.platform): string[] {
  const hasBackslash = syntax === 'typed' || (syntax === 'system' && platform === 'win32');
  return path.split(hasBackslash ? /[/\\]/ : '/').filter((name) => !['', '.', '..'].includes(name.trim()));
}

/** Returns a name that this system accepts: Windows rejects device names, colons and dots at the end. */
export function nameOnSystem(name: string, platform = process.platform): string {
  return platform === 'win32' ? safeName(name) : name;
}

/**
 * Joins names to a folder. The result is below the folder, whatever the names contain.
 * @throws ESCAPED if it is not
 */
export function pathInside(folder: string, ...names: readonly string[]): string {
  const path = join(folder, ...names);
  if (!isInside(resolve(path), resolve(folder))) throw escapeError(path);
  return path;
}

/**
 * Makes a folder at or below `root`, with the folders in between. Links in between may not lead out of `root`, which may be a
 * link itself.
 * @throws ESCAPED, or the file system's error
 */
export async function makeFolderInside(root: string, folder: string): Promise<void> {
  if (!isInside(resolve(folder), resolve(root))) throw escapeError(folder);
  if (await leadsOut(folder, await realpath(root))) throw escapeError(folder);
  await makeUserFolder(folder);
}

/** @param root without links, and existing */
async function leadsOut(folder: string, root: string): Promise<boolean> {
  try {
    return await escapesRoot(folder, root);
  } catch (error) {
    // A link that leads nowhere is in the way when the folder is made.
    const isMissing = ['ENOENT', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '');
    if (!isMissing || dirname(folder) === folder) throw error;
    return leadsOut(dirname(folder), root);
  }
}

const escapeError = (path: string) => Object.assign(new Error(`outside of its folder: ${path}`), { code: 'ESCAPED' });

/** Paths below a folder, built from untrusted names. */
import { realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { safeName } from '../../contract/recipes/naming.ts';
import { makeUserFolder } from './private-files.ts';
import { escapesRoot, isInside } from './real-path.ts';

export type PathSyntax = 'system' | 'zip' | 'typed';

export function splitPath(path: string, syntax: PathSyntax, platform = process.platform): string[] {
  const hasBackslash = syntax === 'typed' || (syntax === 'system' && platform === 'win32');
  return path.split(hasBackslash ? /[/\\]/ : '/').filter((name) => !['', '.', '..'].includes(name.trim()));
}

export function nameOnSystem(name: string, platform = process.platform): string {
  return platform === 'win32' ? safeName(name) : name;
}

/** @throws ESCAPED if the result is not inside the folder */
export function pathInside(folder: string, ...names: readonly string[]): string {
  const path = join(folder, ...names);
  if (!isInside(resolve(path), resolve(folder))) throw escapeError(path);
  return path;
}

/**
 * Creates a folder at or below `root`, and its parents.
 * @throws ESCAPED if a link leads out of `root`
 */
export async function makeFolderInside(root: string, folder: string): Promise<void> {
  if (!isInside(resolve(folder), resolve(root))) throw escapeError(folder);
  if (await leadsOut(folder, await realpath(root))) throw escapeError(folder);
  await makeUserFolder(folder);
}

/** @param root existing and without links */
async function leadsOut(folder: string, root: string): Promise<boolean> {
  try {
    return await escapesRoot(folder, root);
  } catch (error) {
    // A broken link makes the later `mkdir` fail.
    const isMissing = ['ENOENT', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '');
    if (!isMissing || dirname(folder) === folder) throw error;
    return leadsOut(dirname(folder), root);
  }
}

const escapeError = (path: string) => Object.assign(new Error(`outside of its folder: ${path}`), { code: 'ESCAPED' });

/** The folders below the data folder that are Burnish's own: known by a file in them, so that nothing else is ever cleared away. */
import { lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The file that says so. */
const marker = '.burnish';

/**
 * Absolute path of Burnish's own folder `name` below `dataDir`, made when there is none. The data folder may be one of the
 * user's, with a folder of that name in it: then it is called `burnish-<name>`, or that with a number, and found again by its
 * marker at the next start.
 * @param shouldAdopt whether what stands under `name` was made by an earlier version, which left no marker
 * @param words what the marker says, to whoever opens it
 */
export function openMarkedFolder(dataDir: string, name: string, shouldAdopt: boolean, words: string): string {
  mkdirSync(dataDir, { recursive: true });
  const numbered = new RegExp(`^(${name}|burnish-${name}(-[0-9]+)?)$`);
  const existing = readdirSync(dataDir).filter((entry) => numbered.test(entry));
  for (const entry of existing.sort()) if (isMarked(join(dataDir, entry))) return join(dataDir, entry);
  for (let number = 0; ; number += 1) {
    const path = join(dataDir, nameOf(name, number));
    if (take(path, shouldAdopt && number === 0, words)) return path;
  }
}

function nameOf(name: string, number: number): string {
  if (number === 0) return name;
  return number === 1 ? `burnish-${name}` : `burnish-${name}-${number}`;
}

/** Makes the folder and marks it; false where somebody else's stands there. Safe when two processes do it at a time. */
function take(path: string, shouldAdopt: boolean, words: string): boolean {
  try {
    mkdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (!isFolder(path) || !(shouldAdopt || isFree(path))) return false;
  }
  try {
    writeFileSync(join(path, marker), `${words}\n`, { flag: 'wx' });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    // Marked by another process meanwhile, or a folder that may not be written to and so is of no use.
    if (!['EEXIST', 'EACCES', 'EPERM'].includes(code)) throw error;
  }
  return isMarked(path);
}

/** Empty, or marked by another process just now: one look at it, since that one may be at work there already. */
function isFree(path: string): boolean {
  try {
    const entries = readdirSync(path);
    return entries.length === 0 || entries.includes(marker);
  } catch {
    return false;
  }
}

/** True for a folder of our own. */
export function isMarked(path: string): boolean {
  return isFolder(path) && statOf(join(path, marker))?.isFile() === true;
}

/** A link is none, wherever it leads. */
export function isFolder(path: string): boolean {
  return statOf(path)?.isDirectory() === true;
}

/** What stands at `path` itself; null for nothing, and for what may not be looked at. */
function statOf(path: string) {
  try {
    return lstatSync(path);
  } catch {
    return null;
  }
}

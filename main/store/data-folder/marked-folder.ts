/** Burnish's own folders in the data folder. A marker file in them protects other folders from cleanup. */
import { lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const markerName = '.burnish';

/**
 * Finds or makes Burnish's own folder `name` in `dataDir`, and returns its absolute path. If the user has a folder of that
 * name, it is called `burnish-<name>`, with a number if necessary.
 * @param shouldAdopt whether an earlier version, which left no marker, made the folder `name`
 * @param markerText explains the folder to a reader
 */
export function openMarkedFolder(dataDir: string, name: string, shouldAdopt: boolean, markerText: string): string {
  mkdirSync(dataDir, { recursive: true });
  const pattern = new RegExp(`^(${name}|burnish-${name}(-[0-9]+)?)$`);
  const existing = readdirSync(dataDir).filter((entry) => pattern.test(entry));
  for (const entry of existing.sort()) if (isMarked(join(dataDir, entry))) return join(dataDir, entry);
  for (let number = 0; ; number += 1) {
    const path = join(dataDir, numberedName(name, number));
    if (markFolder(path, shouldAdopt && number === 0, markerText)) return path;
  }
}

function numberedName(name: string, number: number): string {
  if (number === 0) return name;
  return number === 1 ? `burnish-${name}` : `burnish-${name}-${number}`;
}

/** Makes and marks a folder, or returns false if it is the user's. Two processes may do so at once. */
function markFolder(path: string, shouldAdopt: boolean, markerText: string): boolean {
  try {
    mkdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (!isFolder(path) || !(shouldAdopt || canMark(path))) return false;
  }
  try {
    writeFileSync(join(path, markerName), `${markerText}\n`, { flag: 'wx' });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    // Another process has marked the folder, or it is read-only and thus useless.
    if (!['EEXIST', 'EACCES', 'EPERM'].includes(code)) throw error;
  }
  return isMarked(path);
}

/** Whether a folder is empty or marked. Read only once, because another process may mark and use it at this moment. */
function canMark(path: string): boolean {
  try {
    const entries = readdirSync(path);
    return entries.length === 0 || entries.includes(markerName);
  } catch {
    return false;
  }
}

export function isMarked(path: string): boolean {
  return isFolder(path) && statOf(join(path, markerName))?.isFile() === true;
}

/** Whether `path` is a folder, and not a link to one. */
export function isFolder(path: string): boolean {
  return statOf(path)?.isDirectory() === true;
}

/** Returns null for a missing or inaccessible path. */
function statOf(path: string) {
  try {
    return lstatSync(path);
  } catch {
    return null;
  }
}

/** Marked folders are Burnish's. Others are never cleaned up. */
import { lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const markerName = '.burnish';

/**
 * Returns the path of a folder, made if missing. Next to the user's `name`, it is `burnish-<name>`, or with a number.
 * @param shouldAdopt whether an earlier version made `name`, without a marker
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

/** Returns false for the user's folder. Safe for two processes at once. */
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
    // Marked by another process, or read-only and useless.
    if (!['EEXIST', 'EACCES', 'EPERM'].includes(code)) throw error;
  }
  return isMarked(path);
}

/** Reads once, because another process may be marking the folder. */
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

/** False for links. */
export function isFolder(path: string): boolean {
  return statOf(path)?.isDirectory() === true;
}

function statOf(path: string) {
  try {
    return lstatSync(path);
  } catch {
    return null;
  }
}

import { chmodSync, lstatSync, mkdirSync, readdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { isFolder, isMarked } from './marked-folder.ts';

const nonOwnerBits = 0o077;

/**
 * Makes the data folder, or restricts it to its user (folders 0700, files 0600). Leaves the user's own files, and a
 * folder with such files.
 * @param isAppFolder whether all files are Burnish's
 */
export function restrictDataFolder(dataDir: string, isAppFolder: boolean): void {
  if (process.platform === 'win32') return;
  if (mkdirSync(dataDir, { recursive: true, mode: 0o700 }) !== undefined) return;
  const names = readdirSync(dataDir);
  const ownNames = isAppFolder ? names : names.filter((name) => isOwnEntry(dataDir, name));
  for (const name of ownNames) restrict(join(dataDir, name));
  // Last, so that the next start continues after a crash.
  if (ownNames.length === names.length) removeAccess(dataDir, lstatSync(dataDir));
}

function isOwnEntry(dataDir: string, name: string): boolean {
  const path = join(dataDir, name);
  if (/^burnish\.db($|-)/.test(name) || name === 'keys.json') return true;
  if (/^(burnish-)?(work|previews)(-[0-9]+)?$/.test(name)) return isMarked(path);
  switch (name) {
    case 'engine':
      return hasEntry(join(path, 'tasks.db'));
    case 'logs':
      return hasEntry(join(path, 'burnish.log'));
    case 'thumbnails':
      return isFolder(path) && readdirSync(path).every((part) => /^([0-9a-f]{2}|developed)$/.test(part));
    default:
      return false;
  }
}

function hasEntry(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Skips links, restricted folders, vanished files and those of other users. */
function restrict(path: string): void {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (entry === undefined || (entry.mode & nonOwnerBits) === 0) return;
  try {
    if (entry.isDirectory()) for (const name of readdirSync(path)) restrict(join(path, name));
    if (entry.isDirectory() || entry.isFile()) removeAccess(path, entry);
  } catch (error) {
    if (!['ENOENT', 'EPERM', 'EACCES', 'EROFS', 'ENOTSUP'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw error;
  }
}

function removeAccess(path: string, entry: Stats): void {
  if ((entry.mode & nonOwnerBits) !== 0) chmodSync(path, entry.mode & 0o7777 & ~nonOwnerBits);
}

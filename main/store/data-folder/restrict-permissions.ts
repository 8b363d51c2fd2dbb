/** Takes from others the right to read what earlier versions left in the data folder. */
import { chmodSync, lstatSync, mkdirSync, readdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { isFolder, isMarked } from './marked-folder.ts';

const nonOwnerBits = 0o077;

/**
 * Makes the data folder, or closes what is in it to everybody but its user: folders 0700, files 0600. A folder that was
 * closed before is not looked into. In a data folder that is one of the user's own, only Burnish's files are, and the folder
 * itself stays as it is.
 * @param isApplications whether it is the platform's folder for Burnish's data, where all is Burnish's
 */
export function restrictDataFolder(dataDir: string, isApplications: boolean): void {
  if (process.platform === 'win32') return;
  if (mkdirSync(dataDir, { recursive: true, mode: 0o700 }) !== undefined) return;
  const names = readdirSync(dataDir);
  const own = isApplications ? names : names.filter((name) => isOurs(dataDir, name));
  for (const name of own) tighten(join(dataDir, name));
  // Last, so that a start that is ended in between is made up for by the next one.
  if (own.length === names.length) close(dataDir, lstatSync(dataDir));
}

function isOurs(dataDir: string, name: string): boolean {
  const path = join(dataDir, name);
  if (/^burnish\.db($|-)/.test(name) || name === 'keys.json') return true;
  if (/^(burnish-)?(work|previews)(-[0-9]+)?$/.test(name)) return isMarked(path);
  switch (name) {
    case 'engine':
      return isThere(join(path, 'tasks.db'));
    case 'logs':
      return isThere(join(path, 'burnish.log'));
    case 'thumbnails':
      return isFolder(path) && readdirSync(path).every((part) => /^([0-9a-f]{2}|developed)$/.test(part));
    default:
      return false;
  }
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** What is in a folder first. Links are left alone, and so is what went meanwhile or belongs to somebody else. */
function tighten(path: string): void {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (entry === undefined || (entry.mode & nonOwnerBits) === 0) return;
  try {
    if (entry.isDirectory()) for (const name of readdirSync(path)) tighten(join(path, name));
    if (entry.isDirectory() || entry.isFile()) close(path, entry);
  } catch (error) {
    if (!['ENOENT', 'EPERM', 'EACCES', 'EROFS', 'ENOTSUP'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw error;
  }
}

function close(path: string, entry: Stats): void {
  if ((entry.mode & nonOwnerBits) !== 0) chmodSync(path, entry.mode & 0o7777 & ~nonOwnerBits);
}

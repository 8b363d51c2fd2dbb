import type { Stats } from 'node:fs';
import { chmod, lstat, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from './atomic-write.ts';

const privateUmask = 0o077;
let originalUmask: number | null = null;

/** Makes new files private, those of native code too. Call it before the first write. */
export function restrictToOwner(): void {
  if (process.platform !== 'win32' && originalUmask === null) originalUmask = process.umask(privateUmask);
}

export function withUserUmask<T>(act: () => T): T {
  if (originalUmask === null) return act();
  process.umask(originalUmask);
  try {
    return act();
  } finally {
    process.umask(privateUmask);
  }
}

/** Gives a new file the permissions of the original umask, unless default ACLs have set others. */
export async function applyUserPermissions(path: string): Promise<void> {
  if (originalUmask === null) return;
  const entry = await lstat(path);
  const plain = entry.isDirectory() ? 0o777 : 0o666;
  if ((entry.mode & 0o777) !== (plain & ~privateUmask)) return;
  await chmod(path, (entry.mode & 0o7000) | (plain & ~originalUmask)).catch((error: NodeJS.ErrnoException) => {
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(error.code ?? '')) throw error;
  });
}

/** Whether a file created in the folder would get its group (setgid bit, macOS). A moved file would not. */
export function isGivenGroup(file: Pick<Stats, 'gid'>, folder: Pick<Stats, 'gid' | 'mode'>): boolean {
  return (folder.mode & 0o2000) !== 0 || (process.platform === 'darwin' && folder.gid !== file.gid);
}

/** @returns new folders, the highest first */
export async function makeUserFolder(path: string): Promise<readonly string[]> {
  const folders = await makeFolder(path);
  for (const made of folders) {
    await applyUserPermissions(made);
    await syncFolder(dirname(made));
  }
  return folders;
}

/**
 * Node's recursive `mkdir` never returns if an existing folder is reported missing, as in /proc.
 * @returns new folders, the highest first
 */
async function makeFolder(path: string): Promise<string[]> {
  try {
    await mkdir(path);
    return [path];
  } catch (error) {
    const above = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === path) {
      if (await isFolder(path)) return [];
      throw error;
    }
    const made = await makeFolder(above);
    await mkdir(path).catch(async (mkdirError) => {
      if (!(await isFolder(path))) throw mkdirError;
    });
    return [...made, path];
  }
}

export const isFolder = (path: string) =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

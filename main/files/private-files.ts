/**
 * Who may read what this process writes: all that it keeps is for its user alone, and what it makes for the user has the
 * permissions that files of the user's own making have. Windows does this by the folders' own rules.
 */
import { chmod, lstat, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from './atomic-write.ts';

const forOwner = 0o077;
/** The mask that this process was started with; null while it makes files as its user does. */
let originalUmask: number | null = null;

/**
 * From now on, whatever this process and its children make, in native code too, is for its user alone (0700 and 0600). Once,
 * before anything is written; not in a worker thread.
 */
export function restrictToOwner(): void {
  if (process.platform !== 'win32' && originalUmask === null) originalUmask = process.umask(forOwner);
}

/** Does something at once, such as starting a program of the user's, with the mask that this process was started with. */
export function withUserUmask<T>(act: () => T): T {
  if (originalUmask === null) return act();
  process.umask(originalUmask);
  try {
    return act();
  } finally {
    process.umask(forOwner);
  }
}

/**
 * Gives a new file or folder the permissions it would have if the user had made it. One whose folder has rules of its own
 * for what is made in it (default ACLs) has them already, and a disk without permissions has none to give.
 */
export async function applyUserPermissions(path: string): Promise<void> {
  if (originalUmask === null) return;
  const entry = await lstat(path);
  const plain = entry.isDirectory() ? 0o777 : 0o666;
  if ((entry.mode & 0o777) !== (plain & ~forOwner)) return;
  await chmod(path, (entry.mode & 0o7000) | (plain & ~originalUmask)).catch((error: NodeJS.ErrnoException) => {
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(error.code ?? '')) throw error;
  });
}

/**
 * Whether a file or folder made in `folder` belongs to another group, or gets other rules, than one moved or linked there: a folder that a
 * group shares gives its group to what is made in it (the setgid bit; on macOS, any folder).
 * @param path of the same user's, made elsewhere
 */
export async function isGivenGroup(path: string, folder: string): Promise<boolean> {
  const [own, target] = await Promise.all([lstat(path), stat(folder)]);
  return (target.mode & 0o2000) !== 0 || (process.platform === 'darwin' && target.gid !== own.gid);
}

/** Makes a folder of the user's, with those above it; its name is durable. @throws the file system's error */
export async function makeUserFolder(path: string): Promise<void> {
  for (const made of await makeFolder(path)) {
    await applyUserPermissions(made);
    await syncFolder(dirname(made));
  }
}

/**
 * Level by level, from below: Node's own way goes on for ever where a folder is there and says that it is not, as /proc does.
 * @returns what was made, the highest first
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
    // Another may have made it meanwhile.
    await mkdir(path).catch(async (fault) => {
      if (!(await isFolder(path))) throw fault;
    });
    return [...made, path];
  }
}

/** Followed where it is a link. */
export const isFolder = (path: string) =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

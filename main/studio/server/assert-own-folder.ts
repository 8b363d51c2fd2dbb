/** Guards against programs that another user of this computer could change. */
import { lstat, readdir, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { msg, UserFacingError } from '../../../contract/messages/message.ts';

const writableByOthers = 0o022;
const stickyBit = 0o1000;

/**
 * Checks a folder and its ancestors, and returns its path without links. An ancestor like `/tmp` may be open to all if it is sticky.
 * Windows has no such permissions.
 * @throws UserFacingError if another user owns a folder or can write to it
 */
export async function assertOwnFolder(folder: string): Promise<string> {
  const path = await realpath(folder);
  if (process.platform === 'win32') return path;
  await assertOwnEntry(path);
  for (let ancestor = path; ancestor !== dirname(ancestor); ) {
    ancestor = dirname(ancestor);
    await assertOwnEntry(ancestor, stickyBit);
  }
  return path;
}

/** Checks a folder and its contents. @throws UserFacingError as `assertOwnFolder` */
export async function assertOwnTree(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  await assertOwnEntry(folder);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await assertOwnTree(path);
    // Permissions of links have no effect.
    else if (!entry.isSymbolicLink()) await assertOwnEntry(path);
  }
}

/** @param allowedBy mode bit that excuses write permissions */
async function assertOwnEntry(path: string, allowedBy = 0): Promise<void> {
  const { uid, mode } = await lstat(path);
  if (uid !== 0 && uid !== process.getuid?.()) throw new UserFacingError(msg('studio.serve.foreignOwner', { path }));
  if ((mode & writableByOthers) !== 0 && (mode & allowedBy) === 0)
    throw new UserFacingError(msg('studio.serve.writableByOthers', { path }));
}

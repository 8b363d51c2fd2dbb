/** Refuses to run programs from a folder that another user of this computer could change. */
import { lstat, readdir, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { msg, UserFacingError } from '../../../contract/messages/message.ts';

const writableByOthers = 0o022;
const stickyBit = 0o1000;

/**
 * Checks a folder and all folders above it, and returns its path without links. A folder above it may be open to all if it is sticky,
 * as `/tmp` is: others cannot rename an entry there that is not theirs. Windows has no such permissions to look at.
 * @throws UserFacingError for the first one that another user owns or can write to
 */
export async function assertOwnFolder(folder: string): Promise<string> {
  const path = await realpath(folder);
  if (process.platform === 'win32') return path;
  await assertOwnEntry(path);
  for (let at = path; at !== dirname(at); ) {
    at = dirname(at);
    await assertOwnEntry(at, stickyBit);
  }
  return path;
}

/** Checks a folder and all that is in it. @throws UserFacingError as `assertOwnFolder` */
export async function assertOwnTree(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  await assertOwnEntry(folder);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await assertOwnTree(path);
    // The permissions of a link mean nothing: those of its folder count.
    else if (!entry.isSymbolicLink()) await assertOwnEntry(path);
  }
}

/** @param allowedBy a bit of the mode that makes up for write permissions */
async function assertOwnEntry(path: string, allowedBy = 0): Promise<void> {
  const { uid, mode } = await lstat(path);
  if (uid !== 0 && uid !== process.getuid?.()) throw new UserFacingError(msg('studio.serve.foreignOwner', { path }));
  if ((mode & writableByOthers) !== 0 && (mode & allowedBy) === 0)
    throw new UserFacingError(msg('studio.serve.writableByOthers', { path }));
}

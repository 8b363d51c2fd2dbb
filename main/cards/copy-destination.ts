import { rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DestinationReport } from '../../contract/intake/cards.ts';
import { type Message, msg } from '../../contract/messages/message.ts';
import { syncFolder } from '../files/atomic-write.ts';
import { makeFolderInside, pathInside } from '../files/contained-path.ts';
import { diskErrorMessage } from '../files/disk-errors.ts';
import { isPlaceholder, isTaken, linkAs, reserveNoted } from '../pipeline/output/target-file.ts';
import { removeTemporary, type TemporaryFiles } from '../pipeline/output/temporary-file.ts';

export interface CopyDestination {
  /** Absolute. */
  readonly folder: string;
  copied: number;
  existing: number;
  problem: Message | null;
  /** Device and inode at the start, to notice an unplugged disk. */
  readonly identity: string;
}

/** @param folder absolute, existing @throws the file system's error */
export async function openDestination(folder: string): Promise<CopyDestination> {
  return { folder, copied: 0, existing: 0, problem: null, identity: await identityOf(folder) };
}

export const destinationReport = ({ folder, copied, existing, problem }: CopyDestination): DestinationReport => ({
  folder,
  copied,
  there: existing,
  trouble: problem,
});

/**
 * Creates a folder below a destination.
 * @throws the file system's error; ENODEV if the destination is unavailable; ESCAPED if a symlink leads out of it
 */
export async function ensureSubfolder(destination: CopyDestination, subfolder: readonly string[]): Promise<string> {
  await assertAvailable(destination);
  const folder = pathInside(destination.folder, ...subfolder);
  await makeFolderInside(destination.folder, folder);
  return folder;
}

/** @throws ENODEV if the destination is unavailable or was replaced by another folder */
export async function assertAvailable(destination: CopyDestination): Promise<void> {
  const identity = await identityOf(destination.folder).catch(() => null);
  if (identity !== destination.identity)
    throw Object.assign(new Error('The destination is unavailable.'), { code: 'ENODEV' });
}

async function identityOf(folder: string): Promise<string> {
  const { dev, ino } = await stat(folder, { bigint: true });
  return `${dev}:${ino}`;
}

/** Whether no file has the name. A placeholder that a killed process left does not count. */
export async function isNameFree(path: string): Promise<boolean> {
  return !(await isTaken(path)) || (await isPlaceholder(path));
}

/**
 * Gives a copy its final name and removes the temporary one. Returns false if the name is taken.
 * @throws the file system's error
 */
export async function publishCopy(temporary: string, path: string, notes: TemporaryFiles): Promise<boolean> {
  if (await isPlaceholder(path)) await rm(path, { force: true });
  const named = await linkAs(temporary, path);
  if (named === 'taken') return false;
  if (named === 'impossible' && !(await reserveNoted(temporary, path, notes))) return false;
  await removeTemporary(temporary, notes);
  await syncFolder(dirname(path));
  return true;
}

/** Errors of a folder or disk, which every other file would meet too. */
const destinationErrors = new Set(
  'ENOSPC EDQUOT EROFS EACCES EPERM ENOTDIR EIO ETIMEDOUT ESTALE EHOSTDOWN ENOTCONN ENODEV ENXIO'.split(' '),
);

/** Marks the destination as failed and returns true, unless the error concerns one file alone. */
export function failDestination(destination: CopyDestination, error: unknown): boolean {
  const diskError = diskErrorMessage(error);
  if (diskError === null || !destinationErrors.has(diskError.code)) return false;
  destination.problem = msg('cards.placeEnded', { folder: destination.folder, why: diskError.forFile });
  return true;
}

export function writeErrorMessage(name: string, { folder }: CopyDestination, error: unknown): Message {
  return msg('cards.notWritten', { name, folder, why: diskErrorMessage(error)?.forFile ?? msg('cards.fault') });
}

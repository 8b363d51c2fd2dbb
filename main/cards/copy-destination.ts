/** A place that copies go to: its folders, the names of copies in it, and why it takes no more. */
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
  /** The disk and folder that it was at the beginning. */
  readonly identity: string;
}

/** @param folder there, absolute @throws the file system's error */
export async function openDestination(folder: string): Promise<CopyDestination> {
  return { folder, copied: 0, existing: 0, problem: null, identity: await identityOf(folder) };
}

export const destinationReport = ({
  folder,
  copied,
  existing: there,
  problem: trouble,
}: CopyDestination): DestinationReport => ({
  folder,
  copied,
  there,
  trouble,
});

/**
 * Creates a folder below a place, unless the place is unavailable.
 * @throws the file system's error; ENODEV if the place was replaced; ESCAPED if a link leads out of it
 */
export async function ensureSubfolder(place: CopyDestination, subfolder: readonly string[]): Promise<string> {
  await assertAvailable(place);
  const folder = pathInside(place.folder, ...subfolder);
  await makeFolderInside(place.folder, folder);
  return folder;
}

/** @throws ENODEV where the place is away, or another folder is called so by now */
export async function assertAvailable(place: CopyDestination): Promise<void> {
  const identity = await identityOf(place.folder).catch(() => null);
  if (identity !== place.identity) throw Object.assign(new Error('the place is away'), { code: 'ENODEV' });
}

async function identityOf(folder: string): Promise<string> {
  const { dev, ino } = await stat(folder, { bigint: true });
  return `${dev}:${ino}`;
}

/** True where the name is nobody's: a file that only keeps it, left by a kill, is ours. */
export async function isNameFree(path: string): Promise<boolean> {
  return !(await isTaken(path)) || (await isPlaceholder(path));
}

/**
 * Gives a copy its name, for good; false where it is taken by now.
 * @param temporary gone afterwards, if it has the name
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

/** What is wrong with the place or its disk: no other file will go there either. */
const ofThePlace = new Set(
  'ENOSPC EDQUOT EROFS EACCES EPERM ENOTDIR EIO ETIMEDOUT ESTALE EHOSTDOWN ENOTCONN ENODEV ENXIO'.split(' '),
);

/** Notes why a place takes no more; null where `fault` is about one file alone. */
export function failDestination(place: CopyDestination, fault: unknown): Message | null {
  const diskError = diskErrorMessage(fault);
  if (diskError === null || !ofThePlace.has(diskError.code)) return null;
  place.problem = msg('cards.placeEnded', { folder: place.folder, why: diskError.forFile });
  return place.problem;
}

/** What there is to say of a file that could not be written. */
export function writeErrorMessage(name: string, { folder }: CopyDestination, fault: unknown): Message {
  return msg('cards.notWritten', { name, folder, why: diskErrorMessage(fault)?.forFile ?? msg('cards.fault') });
}

/** Gives a finished file its final name: whole or not at all, never in the place of another file, never through a link. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, link, lstat, open, rename, rm, stat, unlink } from 'node:fs/promises';
import { type Fingerprint, fingerprint, fingerprintOf } from '../../files/content-hash.ts';
import { isGivenGroup } from '../../files/private-files.ts';
import { removeTemporary, type TemporaryFiles, writeTemporary } from './temporary-file.ts';

/** A finished file on its way to its name. */
export interface StagedFile {
  /** Gives it the name `path`; false when that is taken by anything, be it a link that leads nowhere. */
  claimName(path: string): Promise<boolean>;
  /** Drops all other names it had on the way. */
  discard(): Promise<void>;
}

/**
 * Readies `finished` (complete on its disk, see `syncFile`) for `folder`: it gets a second name if both are on one disk. On another
 * disk, and in a folder that a group shares, a copy is made next to its final name.
 */
export async function stageFile(finished: string, folder: string, temporaryFiles: TemporaryFiles): Promise<StagedFile> {
  let copy: string | null = null;
  const copyToFolder = async () => {
    copy = await writeTemporary(folder, temporaryFiles, async (file) => {
      await file.writeFile(createReadStream(finished, { highWaterMark: 1024 * 1024 }));
      await file.sync();
    });
    return copy;
  };
  // Made ahead of the search for a name, which jobs with the same folder do one after the other.
  const isOtherDisk = (await stat(finished)).dev !== (await stat(folder)).dev;
  if (isOtherDisk || (await isGivenGroup(finished, folder))) await copyToFolder();
  return {
    async claimName(path) {
      const named = await linkAs(copy ?? finished, path);
      if (named !== 'impossible') return named === 'given';
      return reserveNoted(copy ?? (await copyToFolder()), path, temporaryFiles);
    },
    async discard() {
      await unlink(finished).catch(() => undefined);
      if (copy !== null) await removeTemporary(copy, temporaryFiles).catch(() => undefined);
    },
  };
}

/** What a file system says where it cannot give a second name: another disk, or one (a memory card) that has no hard links. */
const cannotLink = new Set('EXDEV EPERM ENOTSUP EOPNOTSUPP ENOSYS EMLINK EINVAL EISDIR'.split(' '));

/** Gives `file` the name `path` as well; the operating system decides who of two is first. */
export async function linkAs(file: string, path: string): Promise<'given' | 'taken' | 'impossible'> {
  try {
    await link(file, path);
    return 'given';
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return 'taken';
    if (cannotLink.has(code)) return 'impossible';
    throw error;
  }
}

/**
 * Says in a file that it only keeps its name for a result: an empty one could be anybody's, and what may be somebody's is
 * never removed.
 */
export const placeholderText = 'Burnish keeps this name for a finished photograph.\n';

/**
 * Moves `file` to `path` on a disk without hard links, where a file of a few words keeps the name first; false when it is
 * taken. A crash between the two leaves that file, which the next try knows as its own.
 */
export async function reserveAndRename(file: string, path: string): Promise<boolean> {
  const placeholder = await createPlaceholder(path);
  if (placeholder === null) return false;
  try {
    await placeholder.writeFile(placeholderText).finally(() => placeholder.close());
    await rename(file, path);
  } catch (error) {
    // Ours, also where the disk was too full for the words.
    if ((await isEmptyFile(path)) || (await isPlaceholder(path)))
      await rm(path, { force: true }).catch(() => undefined);
    throw error;
  }
  return true;
}

/** Moves a file as `reserveAndRename` does, with a note of the file that keeps the name, which goes after a kill. */
export async function reserveNoted(file: string, path: string, temporaryFiles: TemporaryFiles): Promise<boolean> {
  await temporaryFiles.add(path);
  try {
    return await reserveAndRename(file, path);
  } finally {
    temporaryFiles.remove(path);
  }
}

async function createPlaceholder(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'wx');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null;
    throw error;
  }
}

/** True where anything at all has that name: a file, a folder, a pipe, a link that leads nowhere or to itself. */
export async function isTaken(path: string): Promise<boolean> {
  return (await entryAt(path)) !== null;
}

/** True for a file that only keeps a name. */
export async function isPlaceholder(path: string): Promise<boolean> {
  const entry = await entryAt(path);
  if (entry?.isFile() !== true || entry.size !== BigInt(placeholderText.length)) return false;
  return (await fingerprint(path))?.hash === createHash('sha256').update(placeholderText).digest('hex');
}

async function isEmptyFile(path: string): Promise<boolean> {
  const entry = await entryAt(path);
  return entry?.isFile() === true && entry.size === 0n;
}

/** True where both are names of one file; false where the file system cannot tell. */
export async function isSameFile(pathA: string, pathB: string): Promise<boolean> {
  const [a, b] = [await entryAt(pathA), await entryAt(pathB)];
  return a !== null && b !== null && a.ino !== 0n && a.ino === b.ino && a.dev === b.dev;
}

async function entryAt(path: string) {
  try {
    return await lstat(path, { bigint: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Makes sure that the content of a file survives a power cut. @returns what it is */
export async function syncFile(path: string): Promise<Fingerprint> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
    return await fingerprintOf(file, (await file.stat()).size);
  } finally {
    await file.close();
  }
}

/** Gives finished files their final names atomically, without replacing a file or following a link. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, link, lstat, open, rename, rm, stat, unlink } from 'node:fs/promises';
import { type Fingerprint, fingerprint, fingerprintOf } from '../../files/content-hash.ts';
import { isGivenGroup } from '../../files/private-files.ts';
import { removeTemporary, type TemporaryFiles, writeTemporary } from './temporary-file.ts';

export interface StagedFile {
  /** Identifies the folder, whatever path leads to it. */
  readonly folderKey: string;
  /** Returns false if anything has that name, even a broken link. */
  claimName(path: string): Promise<boolean>;
  discard(): Promise<void>;
}

/** Stages a synced file. For another disk, and in a folder shared by a group, it is copied. */
export async function stageFile(finished: string, folder: string, temporaryFiles: TemporaryFiles): Promise<StagedFile> {
  let copy: string | null = null;
  const copyToFolder = async () => {
    copy = await writeTemporary(folder, temporaryFiles, async (file) => {
      await file.writeFile(createReadStream(finished, { highWaterMark: 1024 * 1024 }));
      await file.sync();
    });
    return copy;
  };
  // Copy before the search for a name, because jobs wait for each other there.
  const [file, target] = await Promise.all([lstat(finished), stat(folder)]);
  if (file.dev !== target.dev || isGivenGroup(file, target)) await copyToFolder();
  return {
    folderKey: `${target.dev}:${target.ino}`,
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

/** Error codes of hard links to another disk, or without support, such as on memory cards. */
const cannotLink = new Set('EXDEV EPERM ENOTSUP EOPNOTSUPP ENOSYS EMLINK EINVAL EISDIR'.split(' '));

/** Gives `file` an additional name. */
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

/** Marks a placeholder. An empty file could be the user's, and must never be removed. */
export const placeholderText = 'Burnish keeps this name for a finished photograph.\n';

/**
 * Moves `file` without hard links. After a crash, the next try recognizes the placeholder.
 * @returns false if the name is taken
 */
export async function reserveAndRename(file: string, path: string): Promise<boolean> {
  const placeholder = await createPlaceholder(path);
  if (placeholder === null) return false;
  try {
    await placeholder.writeFile(placeholderText).finally(() => placeholder.close());
    await rename(file, path);
  } catch (error) {
    // It is empty if the disk was full.
    if ((await isEmptyFile(path)) || (await isPlaceholder(path)))
      await rm(path, { force: true }).catch(() => undefined);
    throw error;
  }
  return true;
}

/** Records the placeholder, so that it is removed after a kill. */
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

/** Whether anything has that name, even a FIFO or a broken link. */
export async function isTaken(path: string): Promise<boolean> {
  return (await entryAt(path)) !== null;
}

export async function isPlaceholder(path: string): Promise<boolean> {
  const entry = await entryAt(path);
  if (entry?.isFile() !== true || entry.size !== BigInt(placeholderText.length)) return false;
  return (await fingerprint(path))?.hash === createHash('sha256').update(placeholderText).digest('hex');
}

async function isEmptyFile(path: string): Promise<boolean> {
  const entry = await entryAt(path);
  return entry?.isFile() === true && entry.size === 0n;
}

/** Whether both are names of one file; false if unknown. */
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

export async function syncFile(path: string): Promise<Fingerprint> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
    return await fingerprintOf(file, (await file.stat()).size);
  } finally {
    await file.close();
  }
}

/** Places a complete folder under the first free name, hidden until then. */
import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, mkdir, readdir, rename, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { UserFacingError } from '../../../contract/messages/message.ts';
import { syncFolder } from '../../files/atomic-write.ts';
import { fingerprint } from '../../files/content-hash.ts';
import { applyUserPermissions, isGivenGroup } from '../../files/private-files.ts';
import type { WrittenFile } from '../../store/index.ts';
import { diskJobError } from '../stage-outcome.ts';
import type { PlacementRecorder } from './place-sibling.ts';
import { isTaken, syncFile } from './target-file.ts';
import { removeTemporary, temporaryFolderName } from './temporary-file.ts';

const maxNameAttempts = 10_000;

/**
 * @param wanted absolute path, numbered if taken
 * @throws UserFacingError if the disk rejects it; nothing is left there
 */
export async function placeFolder(finished: string, wanted: string, notes: PlacementRecorder): Promise<string> {
  const folder = dirname(wanted);
  // Recovery recognizes this hidden name.
  const temporaryFolder = join(folder, temporaryFolderName());
  try {
    const files = await fingerprintFiles(finished);
    await notes.temporaryFiles.add(temporaryFolder);
    await moveOrCopy(finished, temporaryFolder);
    for (const { path } of files) await syncFile(join(temporaryFolder, path));
    for (const each of new Set(files.map(({ path }) => dirname(path)))) await syncFolder(join(temporaryFolder, each));
    await syncFolder(temporaryFolder);
    for (let number = 1; number <= maxNameAttempts; number += 1) {
      const path = number === 1 ? wanted : `${wanted}-${number}`;
      if (await isTaken(path)) continue;
      const named = files.map((file) => ({ ...file, path: join(path, file.path) }));
      if (!(await renameNoted(temporaryFolder, path, named, notes))) continue;
      await syncFolder(folder);
      notes.temporaryFiles.remove(temporaryFolder);
      return path;
    }
    throw new Error('there is no free name');
  } catch (error) {
    await removeTemporary(temporaryFolder, notes.temporaryFiles).catch(() => undefined);
    const diskError = diskJobError(error, folder);
    throw diskError === null ? error : new UserFacingError(diskError.message, { cause: error });
  }
}

async function fingerprintFiles(folder: string): Promise<WrittenFile[]> {
  const files: WrittenFile[] = [];
  await applyUserPermissions(folder);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    await applyUserPermissions(path);
    if (!entry.isFile()) continue;
    const print = await fingerprint(path);
    if (print === null) throw Object.assign(new Error('a finished file is gone'), { code: 'ENOENT' });
    files.push({ ...print, path: relative(folder, path) });
  }
  return files;
}

async function moveOrCopy(from: string, to: string): Promise<void> {
  const [entry, target] = await Promise.all([lstat(from), stat(dirname(to))]);
  if (entry.dev === target.dev && !isGivenGroup(entry, target)) {
    try {
      return await rename(from, to);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    }
  }
  await copyFolder(from, to);
}

/** Creates new files, so that the system assigns the group; `copyFile` keeps that of the source. */
async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to);
  await applyUserPermissions(to);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [inner, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyFolder(inner, target);
    else {
      await pipeline(createReadStream(inner), createWriteStream(target, { flags: 'wx' }));
      await applyUserPermissions(target);
    }
  }
}

/** @returns false if the name is taken */
async function renameNoted(
  from: string,
  to: string,
  files: readonly WrittenFile[],
  notes: PlacementRecorder,
): Promise<boolean> {
  const noted: string[] = [];
  const forget = () => {
    for (const path of noted) notes.forget(path);
  };
  for (const file of files) {
    if (!notes.note(file)) {
      forget();
      return false;
    }
    noted.push(file.path);
  }
  try {
    // This replaces an empty folder at most.
    await rename(from, to);
    return true;
  } catch (error) {
    forget();
    if (['EEXIST', 'ENOTEMPTY', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

/** Temporary files next to results, with random, recorded names, so that `recoverFiles` removes them after a kill. */
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { syncFolder } from '../../files/atomic-write.ts';
import { applyUserPermissions } from '../../files/private-files.ts';
import type { Store } from '../../store/index.ts';

export type TemporaryFiles = Store['temporaryFiles'];

/** Watch folders skip hidden names. */
const temporaryName = () => `.burnish-${randomUUID()}.tmp`;
export const isTemporaryName = (name: string) =>
  /^\.burnish-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/.test(name);
/** Only folders with such names are removed with their content. */
export const temporaryFolderName = () => `.burnish-${randomUUID()}.folder`;
export const isTemporaryFolderName = (name: string) =>
  /^\.burnish-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.folder$/.test(name);

/** Creates a file, which is removed on failure. Never follows a link or replaces a file. */
export async function writeTemporary(
  folder: string,
  notes: TemporaryFiles,
  write: (file: FileHandle) => Promise<unknown>,
): Promise<string> {
  const { path, file } = await openTemporary(folder, notes);
  try {
    await write(file).finally(() => file.close());
    return path;
  } catch (error) {
    await removeTemporary(path, notes).catch(() => undefined);
    throw error;
  }
}

/** Creates an open file, which is removed on failure. */
export async function openTemporary(
  folder: string,
  notes: TemporaryFiles,
): Promise<{ readonly path: string; readonly file: FileHandle }> {
  const path = join(folder, temporaryName());
  await notes.add(path);
  try {
    const file = await open(path, 'wx');
    await applyUserPermissions(path).catch(async (error) => {
      await file.close();
      throw error;
    });
    return { path, file };
  } catch (error) {
    await removeTemporary(path, notes).catch(() => undefined);
    throw error;
  }
}

/** It stays recorded if it cannot be removed. */
export async function removeTemporary(path: string, notes: TemporaryFiles): Promise<void> {
  await rm(path, { force: true, recursive: isTemporaryFolderName(basename(path)) });
  // A power cut may restore its name.
  await syncFolder(dirname(path));
  notes.remove(path);
}

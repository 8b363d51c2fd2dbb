/** Files that are being written next to results: under names that can't be guessed, and noted, so that `recoverFiles` removes what a kill leaves. */
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { syncFolder } from '../../files/atomic-write.ts';
import { applyUserPermissions } from '../../files/private-files.ts';
import type { Store } from '../../store/index.ts';

export type TemporaryFiles = Store['temporaryFiles'];

/** Hidden, so that watch folders leave it alone. */
const temporaryName = () => `.burnish-${randomUUID()}.tmp`;
export const isTemporaryName = (name: string) =>
  /^\.burnish-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/.test(name);
/** The same for a folder that is being filled: nothing else that is removed with all that is in it is called so. */
export const temporaryFolderName = () => `.burnish-${randomUUID()}.folder`;
export const isTemporaryFolderName = (name: string) =>
  /^\.burnish-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.folder$/.test(name);

/**
 * Makes a new file in `folder`, never through a link and never in the place of another, and lets `write` fill it. Nothing is
 * left of it when that fails.
 * @returns its path; `removeTemporary` when it is no longer needed
 */
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

/** Such a file, open, for whoever fills several at a time. Nothing is left of it when that fails. */
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

/** Removes such a file or folder, if it is still there; one that will not go stays noted. */
export async function removeTemporary(path: string, notes: TemporaryFiles): Promise<void> {
  await rm(path, { force: true, recursive: isTemporaryFolderName(basename(path)) });
  // A power cut may bring its name back.
  await syncFolder(dirname(path));
  notes.remove(path);
}

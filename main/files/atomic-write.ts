/** Files that are written whole or not at all, and outlast a power cut. */
import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** What is in the file `path` outlasts a power cut from here on. */
export function syncFile(path: string): void {
  syncOpened(openSync(path, 'r+'));
}

/** Writes `text` to the file `path`, for its user alone: an end at any moment leaves what was there, or all of it. */
export function replaceFileAtomic(path: string, text: string): void {
  const unfinished = `${path}-new`;
  writeFileSync(unfinished, text, { mode: 0o600 });
  syncFile(unfinished);
  renameSync(unfinished, path);
  // The name too; Windows writes names through, and opens no folder.
  if (process.platform !== 'win32') syncOpened(openSync(dirname(path), 'r'));
}

/**
 * Writes a new file for its user alone, with the folders above it. Until it is whole it is called `<path>.part`, and never in the place
 * of another that is being written.
 * @throws the file system's error; nothing of it is left then
 */
export async function writeFileAtomic(path: string, content: Uint8Array): Promise<void> {
  const part = `${path}.part`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    const file = await open(part, 'wx', 0o600);
    try {
      await file.writeFile(content);
      // A name whose content was lost by a power cut would be taken for it.
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    throw error;
  }
}

function syncOpened(file: number): void {
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

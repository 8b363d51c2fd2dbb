/** Files that are written whole or not at all, and outlast a power cut. */
import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import QuickLRU from 'quick-lru';
import { coalesce } from './coalesce.ts';

/** What is in the file `path` outlasts a power cut from here on. */
export function syncFile(path: string): void {
  syncOpened(openSync(path, 'r+'));
}

/** Makes the content of a file durable; its name too if its folder is synced. @throws the file system's error */
export async function syncContent(path: string): Promise<void> {
  const file = await open(path, 'r+');
  await file.sync().finally(() => file.close());
}

/**
 * Makes the names in a folder durable, once for all callers at a time. Some systems cannot sync a folder, and need not.
 */
export async function syncFolder(folder: string): Promise<void> {
  const sync = folderSyncs.get(folder) ?? coalesce(() => syncNames(folder));
  folderSyncs.set(folder, sync);
  await sync();
}

/** Of the folders that were written to last. */
const folderSyncs = new QuickLRU<string, () => Promise<void>>({ maxSize: 100 });

async function syncNames(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
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
    await syncFolder(dirname(path));
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

import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import QuickLRU from 'quick-lru';
import { coalesce } from './coalesce.ts';

export function syncFile(path: string): void {
  syncOpened(openSync(path, 'r+'));
}

/** Leaves the name to `syncFolder`. */
export async function syncContent(path: string): Promise<void> {
  const file = await open(path, 'r+');
  await file.sync().finally(() => file.close());
}

/** Makes names durable. Systems that cannot sync a folder need not. */
export async function syncFolder(folder: string): Promise<void> {
  const sync = folderSyncs.get(folder) ?? coalesce(() => syncNames(folder));
  folderSyncs.set(folder, sync);
  await sync();
}

const folderSyncs = new QuickLRU<string, () => Promise<void>>({ maxSize: 100 });

async function syncNames(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

export function replaceFileAtomic(path: string, text: string): void {
  const unfinished = `${path}-new`;
  writeFileSync(unfinished, text, { mode: 0o600 });
  syncFile(unfinished);
  renameSync(unfinished, path);
  // Windows writes names through, and cannot open a folder.
  if (process.platform !== 'win32') syncOpened(openSync(dirname(path), 'r'));
}

/**
 * Writes a private file and its folders; `<path>.part` is the partial file.
 * @throws EEXIST if another write is in progress; the file system's error
 */
export async function writeFileAtomic(path: string, content: Uint8Array): Promise<void> {
  const part = `${path}.part`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    const file = await open(part, 'wx', 0o600);
    try {
      await file.writeFile(content);
      // Otherwise a power cut could leave the name without content.
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

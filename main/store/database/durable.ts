/** Writes that outlast a power cut. */
import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** What is in the file `path` outlasts a power cut from here on. */
export function syncFile(path: string): void {
  syncOpened(openSync(path, 'r+'));
}

/** Writes `text` to the file `path`, for its user alone: an end at any moment leaves what was there, or all of it. */
export function replaceFile(path: string, text: string): void {
  const unfinished = `${path}-new`;
  writeFileSync(unfinished, text, { mode: 0o600 });
  syncFile(unfinished);
  renameSync(unfinished, path);
  // The name too; Windows writes names through, and opens no folder.
  if (process.platform !== 'win32') syncOpened(openSync(dirname(path), 'r'));
}

function syncOpened(file: number): void {
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

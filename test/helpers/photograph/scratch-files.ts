import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { scratchFolder } from './photographs.ts';

/** A temporary folder, removed after the test file, and its files. */
export function openScratchFiles() {
  const folder = scratchFolder();
  const at = (name: string) => join(folder, name);
  return {
    folder,
    at,
    /** Writes a file, and returns its path. */
    put(name: string, bytes: Uint8Array | string): string {
      const path = at(name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, bytes);
      return path;
    },
  };
}

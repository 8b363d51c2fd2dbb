/** Swaps a damaged database for the repaired one. A crash at any moment leaves one of the two complete. */
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { replaceFileAtomic, syncFile } from '../../files/atomic-write.ts';

/** Makes the repaired database count, and contains the new path of the damaged one. */
const swapNote = (file: string) => `${file}-rescue`;

/** Path of the repaired database before the swap. */
export const repairedPath = (file: string): string => `${file}-rescued`;

/** @param damagedPath new path of the damaged database, absolute */
export function swapDatabase(file: string, damagedPath: string): void {
  syncFile(repairedPath(file));
  replaceFileAtomic(swapNote(file), damagedPath);
  resumeSwap(file);
}

/** Finishes the swap of an earlier process, or removes its unfinished repair. */
export function resumeSwap(file: string): void {
  const repaired = repairedPath(file);
  if (existsSync(swapNote(file))) {
    const damagedPath = readFileSync(swapNote(file), 'utf8');
    if (existsSync(repaired)) {
      // Otherwise, SQLite would apply the WAL to the new database.
      for (const suffix of ['', '-wal', '-shm'])
        if (existsSync(file + suffix) && !existsSync(damagedPath + suffix))
          renameSync(file + suffix, damagedPath + suffix);
      renameSync(repaired, file);
    }
    rmSync(swapNote(file));
  }
  removeDatabase(repaired);
  rmSync(`${swapNote(file)}-new`, { force: true });
}

export function removeDatabase(file: string): void {
  for (const suffix of ['-journal', '', '-wal', '-shm']) rmSync(file + suffix, { force: true });
}

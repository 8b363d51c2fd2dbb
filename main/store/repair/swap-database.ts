/** Puts a rescued database in the place of the damaged one, so that an end at any moment leaves one of the two. */
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { replaceFileAtomic, syncFile } from '../../files/atomic-write.ts';

const noteOf = (file: string) => `${file}-rescue`;
/** Where the rescued database is made. */
export const repairedPath = (file: string): string => `${file}-rescued`;
const companions = ['', '-wal', '-shm'];

/** From here on the rescued database counts. @param kept what the damaged one is called from now on, absolute */
export function swapDatabase(file: string, kept: string): void {
  syncFile(repairedPath(file));
  replaceFileAtomic(noteOf(file), kept);
  resumeSwap(file);
}

/** Finishes what an earlier process had begun; and removes what one left that had not come so far. */
export function resumeSwap(file: string): void {
  const rescued = repairedPath(file);
  if (existsSync(noteOf(file))) {
    const kept = readFileSync(noteOf(file), 'utf8');
    if (existsSync(rescued)) {
      // A log that stayed behind would be taken for the new database's.
      for (const end of companions)
        if (existsSync(file + end) && !existsSync(kept + end)) renameSync(file + end, kept + end);
      renameSync(rescued, file);
    }
    rmSync(noteOf(file));
  }
  for (const end of ['-journal', ...companions]) rmSync(rescued + end, { force: true });
  rmSync(`${noteOf(file)}-new`, { force: true });
}

/** Replaces a damaged database by the repaired one. After a crash at any moment, one of the two is complete. */
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { replaceFileAtomic, syncFile } from '../../files/atomic-write.ts';

/** The file that records a started swap. It contains the new path of the damaged database. */
const swapNote = (file: string) => `${file}-rescue`;

/** Path at which the repaired database is made. */
export const repairedPath = (file: string): string => `${file}-rescued`;

/**
 * From here on, the repaired database counts.
 * @param damagedPath new path of the damaged database, absolute
 */
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
      // Moves the WAL too, because SQLite would apply it to the new database.
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

/** Removes a database with its journals. */
export function removeDatabase(file: string): void {
  for (const suffix of ['-journal', '', '-wal', '-shm']) rmSync(file + suffix, { force: true });
}

/** Files that are being written beside results: noted before they are there, so that the next start removes what a crash left. */
import type { QueueContext } from '../store-context.ts';

/** @param reached resolves when all commits so far are durable */
export function temporaryFiles({ db, now, lightly }: QueueContext, reached: () => Promise<void>) {
  const put = db.prepare('INSERT OR REPLACE INTO temporary_files (path, at) VALUES (?, ?)');
  const drop = db.prepare('DELETE FROM temporary_files WHERE path = ?');
  const all = db.prepare<[], string>('SELECT path FROM temporary_files ORDER BY at').pluck();
  return {
    /** Resolves once a power cut does not take the note. @param path absolute; the file must not be there yet */
    add(path: string): Promise<void> {
      lightly(() => put.run(path, now()));
      return reached();
    },
    /** The file is gone, or is what it was to become. */
    remove: (path: string): void => void lightly(() => drop.run(path)),
    list: (): string[] => all.all(),
  };
}

/** Files that are being written beside results: noted before they are there, so that the next start removes what a crash left. */
import type { QueueContext } from '../store-context.ts';

export function temporaryFiles({ db, now, lightly }: QueueContext) {
  const put = db.prepare('INSERT OR REPLACE INTO temporary_files (path, at) VALUES (?, ?)');
  const drop = db.prepare('DELETE FROM temporary_files WHERE path = ?');
  const all = db.prepare<[], string>('SELECT path FROM temporary_files ORDER BY at').pluck();
  return {
    /** @param path absolute; the file must not be there yet */
    add: (path: string): void => void lightly(() => put.run(path, now())),
    /** The file is gone, or is what it was to become. */
    remove: (path: string): void => void lightly(() => drop.run(path)),
    list: (): string[] => all.all(),
  };
}

/** Files that were handed on. */
import type { StoreContext } from '../store-context.ts';
import type { WrittenFile } from './written-files.ts';

export function exportedFiles({ db, now }: Pick<StoreContext, 'db' | 'now'>) {
  const put = db.prepare('INSERT OR REPLACE INTO exported_files (path, hash, at) VALUES (@path, @hash, @at)');
  const drop = db.prepare('DELETE FROM exported_files WHERE path = ?');
  const known = db
    .prepare<{ path: string }, number>(
      'SELECT 1 FROM results WHERE path = @path UNION ALL SELECT 1 FROM written_files WHERE path = @path LIMIT 1',
    )
    .pluck();
  return {
    /** Notes a file just before it has its name. False where the name is that of a result, whose file may be away. */
    note({ path, hash }: Pick<WrittenFile, 'path' | 'hash'>): boolean {
      if (known.get({ path }) !== undefined) return false;
      put.run({ path, hash, at: now() });
      return true;
    },
    /** Takes the note back: somebody else was faster. */
    forget: (path: string): void => void drop.run(path),
  };
}

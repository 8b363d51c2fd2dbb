/** Files the app itself wrote, by path and content: a watch folder never takes them in again. */
import type { StoreContext } from './context.ts';

export function writtenFiles({ db, now }: StoreContext) {
  const put = db.prepare('INSERT OR REPLACE INTO written_files (path, hash, bytes, at) VALUES (?, ?, ?, ?)');
  const byHash = db.prepare<[string], number>('SELECT 1 FROM written_files WHERE hash = ? LIMIT 1').pluck();
  const byPath = db.prepare<[string], string>('SELECT hash FROM written_files WHERE path = ?').pluck();
  return {
    /** Notes a file before it gets its final name, so that no watcher sees it unnoted. `hash`: SHA-256, hex. */
    add: (path: string, hash: string, bytes: number): void => void put.run(path, hash, bytes, now()),
    /** True for a file with the content of one the app wrote, wherever it is now. */
    isOwn: (hash: string): boolean => byHash.get(hash) !== undefined,
    /** The content hash of what the app wrote at `path`, or null. */
    hashAt: (path: string): string | null => byPath.get(path) ?? null,
  };
}

/** Files of product lists that were used, to be chosen again. */
import { createHash } from 'node:crypto';
import type { StoreContext } from '../store-context.ts';

export interface ListFile {
  readonly id: string;
  readonly name: string;
  /** SHA-256 of the file (hex). */
  readonly hash: string;
}

/** Larger files are not kept. */
export const maxListFileBytes = 700_000;
const maxListFiles = 100;

export function listFiles({ db, changes, now }: StoreContext) {
  const list = db.prepare<[], ListFile>('SELECT id, name, hash FROM list_files ORDER BY used_at DESC, id');
  const find = db.prepare<[string], ListFile>('SELECT id, name, hash FROM list_files WHERE id = ?');
  const read = db.prepare<[string], Buffer>('SELECT file FROM list_files WHERE hash = ? LIMIT 1').pluck();
  const save =
    db.prepare(`INSERT INTO list_files (id, name, hash, file, used_at) VALUES (@id, @name, @hash, @file, @usedAt)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, hash = excluded.hash, file = excluded.file, used_at = excluded.used_at`);
  const remove = db.prepare('DELETE FROM list_files WHERE id = ?');

  return {
    /** The last used one comes first. */
    list: (): ListFile[] => list.all(),
    find: (id: string): ListFile | null => find.get(id) ?? null,
    read: (hash: string): Buffer | null => read.get(hash) ?? null,
    /** Replaces the file of that id. Does nothing if the file is too large, or there are too many. */
    save({ id, name }: Pick<ListFile, 'id' | 'name'>, file: Buffer): void {
      const isFull = find.get(id) === undefined && list.all().length >= maxListFiles;
      if (isFull || file.length > maxListFileBytes) return;
      save.run({ id, name, file, hash: createHash('sha256').update(file).digest('hex'), usedAt: now() });
      changes.list('list_files');
    },
    remove(id: string): void {
      remove.run(id);
      changes.list('list_files');
    },
  };
}

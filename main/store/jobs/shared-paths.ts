/** Paths that rows of other stations name, with the folder of the share that each must stay in. */
import type { StoreContext } from '../store-context.ts';

export interface SharedPathRow {
  /** Absolute, as the row has it. */
  readonly path: string;
  /** Absolute; the folder of its share on this computer. */
  readonly root: string;
  /** Of a result: SHA-256, hex, of the files that stations recorded as written for its job. */
  readonly hashes: readonly string[];
}

export function sharedPaths({ db }: Pick<StoreContext, 'db'>) {
  const put = db.prepare(
    `INSERT INTO shared_paths (path, root, hashes) VALUES (@path, @root, @hashes)
     ON CONFLICT (path) DO UPDATE SET root = excluded.root, hashes = excluded.hashes
       WHERE root <> excluded.root OR hashes <> excluded.hashes AND excluded.hashes <> '[]'`,
  );
  const root = db.prepare<[string], string>('SELECT root FROM shared_paths WHERE path = ?').pluck();
  const below = db
    .prepare<[string, string], string>('SELECT root FROM shared_paths WHERE path >= ? AND path < ? LIMIT 1')
    .pluck();
  return {
    /** In the caller's transaction. They stay after the rows that named them: their photographs do so too. */
    add(paths: readonly SharedPathRow[]): void {
      for (const { path, root: folder, hashes } of paths)
        put.run({ path, root: folder, hashes: JSON.stringify(hashes) });
    },
    /** The folder that a file must be in to be opened by this path; null if no other station has named it. */
    rootOf: (path: string): string | null => root.get(path) ?? null,
    /** The same for a folder that contains such files. */
    rootOfFolder(folder: string): string | null {
      const separator = folder.includes('\\') && !folder.includes('/') ? '\\' : '/';
      const start = folder.endsWith(separator) ? folder : folder + separator;
      const end = start.slice(0, -1) + String.fromCharCode(separator.charCodeAt(0) + 1);
      return root.get(folder) ?? below.get(start, end) ?? null;
    },
  };
}

export type SharedPaths = ReturnType<typeof sharedPaths>;

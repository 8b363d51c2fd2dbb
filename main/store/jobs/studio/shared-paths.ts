/** Paths from other stations, each with the share folder that must contain it. */
import type { StoreContext } from '../../store-context.ts';

export interface SharedPathRow {
  readonly path: string;
  /** The local share folder. */
  readonly root: string;
  /** SHA-256 (hex) of result files that stations recorded. */
  readonly hashes: readonly string[];
}

const putSql = `INSERT INTO shared_paths (path, root, hashes) VALUES (@path, @root, @hashes)
  ON CONFLICT (path) DO UPDATE SET root = excluded.root, hashes = excluded.hashes
    WHERE root <> excluded.root OR hashes <> excluded.hashes AND excluded.hashes <> '[]'`;

const rootBelowSql = 'SELECT root FROM shared_paths WHERE path >= ? AND path < ? LIMIT 1';

export function sharedPaths({ db }: Pick<StoreContext, 'db'>) {
  const put = db.prepare(putSql);
  const root = db.prepare<[string], string>('SELECT root FROM shared_paths WHERE path = ?').pluck();
  const rootBelow = db.prepare<[string, string], string>(rootBelowSql).pluck();
  return {
    /** Runs in the caller's transaction. Paths outlive their rows, as photographs do. */
    add(paths: readonly SharedPathRow[]): void {
      for (const { path, root: folder, hashes } of paths)
        put.run({ path, root: folder, hashes: JSON.stringify(hashes) });
    },
    /** Returns the share folder of a path, or null if no other station named it. */
    rootOf: (path: string): string | null => root.get(path) ?? null,
    /** Returns the share folder of a folder with named files, or null. */
    rootOfFolder(folder: string): string | null {
      const separator = folder.includes('\\') && !folder.includes('/') ? '\\' : '/';
      const start = folder.endsWith(separator) ? folder : folder + separator;
      const end = start.slice(0, -1) + String.fromCharCode(separator.charCodeAt(0) + 1);
      return root.get(folder) ?? rootBelow.get(start, end) ?? null;
    },
  };
}

export type SharedPaths = ReturnType<typeof sharedPaths>;

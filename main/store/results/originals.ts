/** Files that no result may ever take the place of: the photographs of all jobs, and reference images. */
import type { StoreContext } from '../context.ts';
import { pathKey } from '../identity.ts';

/** A file by what tells it apart. */
export interface FileIdentity {
  /** Absolute; of a link, where it leads. */
  readonly realPath: string;
  /** "device:inode", whole; null where the file system gives no reliable ones. */
  readonly file: string | null;
}

export function originals({ db }: Pick<StoreContext, 'db'>) {
  const put = db.prepare(
    'INSERT INTO originals (key, file) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET file = coalesce(excluded.file, file)',
  );
  const find = db
    .prepare<[string, string | null], number>('SELECT 1 FROM originals WHERE key = ? OR file = ? LIMIT 1')
    .pluck();
  return {
    /** Notes a file, under the path it was named by and the one it really has. */
    add(path: string, identity: FileIdentity | null): void {
      put.run(pathKey(path), identity?.file ?? null);
      if (identity && identity.realPath !== path) put.run(pathKey(identity.realPath), identity.file);
    },
    /** True for a file that was noted, under whatever name. */
    has: (path: string, identity: FileIdentity | null): boolean =>
      find.get(pathKey(path), identity?.file ?? null) !== undefined ||
      (identity !== null && find.get(pathKey(identity.realPath), null) !== undefined),
  };
}

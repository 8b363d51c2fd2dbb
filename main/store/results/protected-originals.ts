/** Photographs and reference images of the user, which nothing may replace, move or delete. */
import type { Database } from 'better-sqlite3';
import { fingerprint } from '../../files/content-hash.ts';
import { type FileIdentity, fileIdentity } from '../../files/file-identity.ts';
import { resolveInside } from '../../files/stored-path.ts';
import { pathKey } from '../job-identity.ts';
import type { StoreContext } from '../store-context.ts';

export function protectedOriginals({ db }: Pick<StoreContext, 'db'>) {
  const statements = prepareStatements(db);
  const isNamed = (path: string) => statements.byName.get({ path, key: pathKey(path) }) !== undefined;

  /** Paths from other stations may be opened only inside their shares. */
  async function openable(paths: readonly string[]): Promise<string[]> {
    const found = await Promise.all(
      paths.map((path) => {
        const root = statements.rootOf.get(path);
        return root === undefined ? path : resolveInside(root, path).catch(() => null);
      }),
    );
    return found.filter((path) => path !== null);
  }

  return {
    add(path: string, identity: FileIdentity | null): void {
      statements.put.run(pathKey(path), identity?.file ?? null);
      if (identity && identity.realPath !== path) statements.put.run(pathKey(identity.realPath), identity.file);
    },
    /** Whether the content was added, and none of its jobs is pending, failed or uncertain. */
    isDoneWith: (hash: string): boolean =>
      statements.withContent.get({ hash }) !== undefined && statements.unfinished.get(hash) === undefined,
    /** Check this before moving, replacing or deleting a file. `path` may lead to an original by any name. */
    async isOriginal(path: string): Promise<boolean> {
      const identity = await fileIdentity(path);
      if (isNamed(path)) return true;
      if (identity === null) return false;
      if (isNamed(identity.realPath) || (await isAnyOf(identity, statements.references.all()))) return true;
      const hash = (await fingerprint(identity.realPath))?.hash;
      if (hash === undefined) return false;
      const isNoted = statements.byFile.get(identity.file) !== undefined;
      const paths = statements.withContent.all({ hash });
      // A result that equals its photograph is no original while the photograph is at its path.
      if (paths.length > 0) return isNoted || !(await isAtOneOf(await openable(paths), identity, hash));
      // The file number of a deleted original may have been reused for a result.
      return isNoted && statements.written.get(hash) === undefined;
    },
  };
}

function prepareStatements(db: Database) {
  return {
    put: db.prepare(
      'INSERT INTO originals (key, file) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET file = coalesce(excluded.file, file)',
    ),
    byName: db
      .prepare<[{ path: string; key: string }], number>(
        `SELECT 1 FROM originals WHERE key = @key
         UNION ALL SELECT 1 FROM found_originals WHERE path = @path LIMIT 1`,
      )
      .pluck(),
    byFile: db.prepare<[string | null], number>('SELECT 1 FROM originals WHERE file = ? LIMIT 1').pluck(),
    withContent: db
      .prepare<[{ hash: string }], string>(
        `SELECT source_path FROM photographs WHERE content_hash = @hash
         UNION SELECT path FROM found_originals JOIN photographs ON id = photograph_id WHERE content_hash = @hash`,
      )
      .pluck(),
    unfinished: db
      .prepare<[string], number>(
        `SELECT 1 FROM jobs WHERE content_hash = ? AND state NOT IN ('done', 'cancelled') LIMIT 1`,
      )
      .pluck(),
    written: db.prepare<[string], number>('SELECT 1 FROM written_files WHERE hash = ? LIMIT 1').pluck(),
    references: db
      .prepare<[], string>(
        `SELECT DISTINCT step.value ->> 'reference' FROM recipes, json_each(recipe, '$.steps') AS step
         WHERE step.value ->> 'reference' IS NOT NULL`,
      )
      .pluck(),
    rootOf: db.prepare<[string], string>('SELECT root FROM shared_paths WHERE path = ?').pluck(),
  };
}

async function isAnyOf(identity: FileIdentity, paths: readonly string[]): Promise<boolean> {
  for (const path of paths) {
    const candidate = await fileIdentity(path);
    if (candidate?.realPath === identity.realPath || (candidate?.file && candidate.file === identity.file)) return true;
  }
  return false;
}

/** Whether another file with that content is at one of the paths, on the same disk. */
async function isAtOneOf(paths: readonly string[], { file }: FileIdentity, hash: string): Promise<boolean> {
  for (const path of paths) {
    const candidate = await fileIdentity(path);
    if (!file || !candidate?.file || candidate.file === file || diskOf(candidate.file) !== diskOf(file)) continue;
    if ((await fingerprint(candidate.realPath))?.hash === hash) return true;
  }
  return false;
}

function diskOf(file: string): string {
  return file.slice(0, file.indexOf(':'));
}

/** Files that are somebody's own: photographs that were taken in, and reference images. Nothing takes their place, moves them or throws them away. */

import { fingerprint } from '../../files/content-hash.ts';
import { type FileIdentity, fileIdentity } from '../../files/file-identity.ts';
import { resolveInside } from '../../files/stored-path.ts';
import { pathKey } from '../job-identity.ts';
import type { StoreContext } from '../store-context.ts';

export function protectedOriginals({ db }: Pick<StoreContext, 'db'>) {
  const put = db.prepare(
    'INSERT INTO originals (key, file) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET file = coalesce(excluded.file, file)',
  );
  const byName = db
    .prepare<{ path: string; key: string }, number>(
      `SELECT 1 FROM originals WHERE key = @key
       UNION ALL SELECT 1 FROM found_originals WHERE path = @path LIMIT 1`,
    )
    .pluck();
  const byFile = db.prepare<[string | null], number>('SELECT 1 FROM originals WHERE file = ? LIMIT 1').pluck();
  const withContent = db
    .prepare<[{ hash: string }], string>(
      `SELECT source_path FROM photographs WHERE content_hash = @hash
       UNION SELECT path FROM found_originals JOIN photographs ON id = photograph_id WHERE content_hash = @hash`,
    )
    .pluck();
  const unfinished = db
    .prepare<[string], number>(
      `SELECT 1 FROM jobs WHERE content_hash = ? AND state NOT IN ('done', 'cancelled') LIMIT 1`,
    )
    .pluck();
  const written = db.prepare<[string], number>('SELECT 1 FROM written_files WHERE hash = ? LIMIT 1').pluck();
  const references = db
    .prepare<[], string>(
      `SELECT DISTINCT step.value ->> 'reference' FROM recipes, json_each(recipe, '$.steps') AS step
       WHERE step.value ->> 'reference' IS NOT NULL`,
    )
    .pluck();
  const rootOf = db.prepare<[string], string>('SELECT root FROM shared_paths WHERE path = ?').pluck();
  /** Those that may be opened: of the photographs that other stations have named, the ones inside their shares. */
  async function openable(paths: readonly string[]): Promise<string[]> {
    const found = await Promise.all(
      paths.map((path) => {
        const root = rootOf.get(path);
        return root === undefined ? path : resolveInside(root, path).catch(() => null);
      }),
    );
    return found.filter((path) => path !== null);
  }
  const isNamed = (path: string) => byName.get({ path, key: pathKey(path) }) !== undefined;

  return {
    /** Notes a file, under the path it was named by and the one it really has. */
    add(path: string, identity: FileIdentity | null): void {
      put.run(pathKey(path), identity?.file ?? null);
      if (identity && identity.realPath !== path) put.run(pathKey(identity.realPath), identity.file);
    },
    /**
     * True where a photograph of that content was taken in, wherever it was, and nothing of the work on it is open: waiting, failed, or
     * for the user to decide. @param hash SHA-256, hex
     */
    isDoneWith: (hash: string): boolean =>
      withContent.get({ hash }) !== undefined && unfinished.get(hash) === undefined,
    /**
     * True for the file of an original, by whatever name it is reached. For whoever is about to rename, move, replace or throw
     * away a file of the user's: nobody else decides that.
     */
    async isOriginal(path: string): Promise<boolean> {
      const identity = await fileIdentity(path);
      if (isNamed(path)) return true;
      if (identity === null) return false;
      if (isNamed(identity.realPath) || (await isAnyOf(identity, references.all()))) return true;
      const hash = (await fingerprint(identity.realPath))?.hash;
      if (hash === undefined) return false;
      const isNoted = byFile.get(identity.file) !== undefined;
      const places = withContent.all({ hash });
      // A result may be its photograph byte for byte: it is no original while that is where it was taken in.
      if (places.length > 0) return isNoted || !(await isAtOneOf(await openable(places), identity, hash));
      // The number of a file that was deleted may be a result's by now.
      return isNoted && written.get(hash) === undefined;
    },
  };
}

async function isAnyOf(identity: FileIdentity, paths: readonly string[]): Promise<boolean> {
  for (const path of paths) {
    const candidate = await fileIdentity(path);
    if (candidate?.realPath === identity.realPath || (candidate?.file && candidate.file === identity.file)) return true;
  }
  return false;
}

/** True where another file with that content is at one of these places for certain: numbers of one disk can be compared. */
async function isAtOneOf(places: readonly string[], { file }: FileIdentity, hash: string): Promise<boolean> {
  for (const place of places) {
    const candidate = await fileIdentity(place);
    if (!file || !candidate?.file || candidate.file === file || diskOf(candidate.file) !== diskOf(file)) continue;
    if ((await fingerprint(candidate.realPath))?.hash === hash) return true;
  }
  return false;
}

function diskOf(file: string): string {
  return file.slice(0, file.indexOf(':'));
}

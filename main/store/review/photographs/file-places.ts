/** Where the files of photographs and results are, as far as the database knows; and where the user has found them again. */

import type { StoredPath } from '../../../files/stored-path.ts';
import type { writtenFiles } from '../../results/written-files.ts';
import type { StoreContext } from '../../store-context.ts';
import type { PreviewSubject } from '../previews/kept-previews.ts';

export interface OriginalLocation {
  readonly photographId: number;
  /** Absolute; where it was taken in. */
  readonly sourcePath: StoredPath;
  /** Absolute; where the user has found it since. */
  readonly foundPath: StoredPath | null;
}

export interface ResultLocation {
  readonly resultId: number;
  readonly photographId: number;
  /** Absolute. */
  readonly path: StoredPath;
}

/** A file that is looked for, by what tells that it is the one. */
export interface FileToFind {
  /** Of the photograph or result. */
  readonly id: number;
  /** Absolute; where it was. */
  readonly path: StoredPath;
  /** SHA-256 of its content, hex. */
  readonly hash: string;
  readonly bytes: number;
}

/** A file, and its path now. */
export interface RelocatedFile {
  readonly id: number;
  readonly from: string;
  readonly to: string;
}

export function fileLocations({ db, changes }: StoreContext, written: ReturnType<typeof writtenFiles>) {
  const originals = db.prepare<[string], OriginalLocation>(
    `SELECT photographs.id AS photographId, source_path AS sourcePath, found_originals.path AS foundPath
     FROM photographs LEFT JOIN found_originals ON photograph_id = photographs.id
     WHERE photographs.id IN (SELECT value FROM json_each(?))`,
  );
  const images = db.prepare<[string], ResultLocation>(
    `SELECT id AS resultId, photograph_id AS photographId, path FROM results
     WHERE photograph_id IN (SELECT value FROM json_each(?)) AND kind = 'image' ORDER BY photograph_id, id`,
  );
  const image = db.prepare<[number], StoredPath | null>('SELECT path FROM results WHERE id = ?').pluck();
  const resultsBelow = db.prepare<[string, string, string, string], FileToFind>(
    `SELECT results.id, results.path AS path, hash, written_files.bytes FROM results JOIN written_files USING (path)
     WHERE results.path >= ? AND results.path < ?
     UNION ALL
     SELECT results.id, file.path, hash, written_files.bytes FROM further_files file
     JOIN written_files ON written_files.path = file.path
     JOIN results ON results.job_id = file.job_id AND results.step = file.step AND results.element = file.element
       AND results.kind = 'image' AND results.version = 0
     WHERE file.path >= ? AND file.path < ? ORDER BY path`,
  );
  const originalsBelow = db.prepare<[{ folder: string; from: string; to: string }], FileToFind>(
    `SELECT photographs.id, source_path AS path, content_hash AS hash, bytes FROM photographs
     WHERE folder_id IN (SELECT id FROM source_folders WHERE path = @folder OR (path >= @from AND path < @to))
     ORDER BY source_path`,
  );
  const noteFound = db.prepare('INSERT OR REPLACE INTO found_originals (photograph_id, path) VALUES (?, ?)');
  // It is measured as soon as there is time, and not another day.
  const goneNoMore = db.prepare('DELETE FROM measures WHERE photograph_id = ? AND version = 0');
  const owner = db.prepare<[string], number>('SELECT id FROM results WHERE path = ?').pluck();

  return {
    originals: (photographIds: readonly number[]) => originals.all(JSON.stringify(photographIds)),
    images: (photographIds: readonly number[]) => images.all(JSON.stringify(photographIds)),
    /** Paths where the file of a photograph or result may be: where it was found by its content comes first. */
    pathsOf({ subject, id }: PreviewSubject): StoredPath[] {
      if (subject === 'result') return [image.get(id)].filter((path) => path != null);
      const [place] = originals.all(JSON.stringify([id]));
      return [place?.foundPath, place?.sourcePath].filter((path) => path != null);
    },
    /** Where the file of a photograph was taken in, or where a result is; null where nothing is known of it. */
    knownBy: ({ subject, id }: PreviewSubject): StoredPath | null =>
      (subject === 'result' ? image.get(id) : originals.get(JSON.stringify([id]))?.sourcePath) ?? null,
    /** Results and their further files, as they were written in a folder and below it. @param folder absolute, without a separator at its end */
    resultsBelow: (folder: string): FileToFind[] =>
      resultsBelow.all(...pathRangeBelow(folder), ...pathRangeBelow(folder)),
    originalsBelow(folder: string): FileToFind[] {
      const [from, to] = pathRangeBelow(folder);
      return originalsBelow.all({ folder, from, to });
    },
    /** Results are at other paths from now on; one that another result is said to be at is left. All or none. */
    resultsFound: db.transaction((files: readonly RelocatedFile[]) => {
      for (const { from, to } of files) if (owner.get(to) === undefined) written.renamed(from, to);
    }),
    /** Originals are shown and measured from other paths, while they are there. All or none. */
    originalsFound: db.transaction((files: readonly RelocatedFile[]) => {
      for (const { id, to } of files) {
        noteFound.run(id, to);
        goneNoMore.run(id);
      }
      changes.photographs(files.map(({ id }) => id));
      changes.list('originals');
    }),
  };
}

/** The range of all paths below a folder. */
function pathRangeBelow(folder: string): [string, string] {
  const separator = folder.includes('/') ? '/' : '\\';
  const after = String.fromCharCode(separator.charCodeAt(0) + 1);
  const start = folder.endsWith(separator) ? folder.slice(0, -1) : folder;
  return [start + separator, start + after];
}

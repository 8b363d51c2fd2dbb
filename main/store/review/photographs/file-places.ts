/** Paths of photographs and results, and of files that the user has found again. */
import type { StoredPath } from '../../../files/stored-path.ts';
import type { writtenFiles } from '../../results/written-files.ts';
import type { StoreContext } from '../../store-context.ts';
import type { PreviewSubject } from '../previews/pending-previews.ts';

export interface PhotographFile {
  readonly id: number;
  readonly folderId: number;
  readonly sourcePath: StoredPath;
  /** Null if it was not relocated. */
  readonly foundPath: StoredPath | null;
  readonly contentHash: string;
}

export const photographFileColumns = `photographs.id, photographs.folder_id AS folderId,
  photographs.source_path AS sourcePath, photographs.content_hash AS contentHash,
  (SELECT path FROM found_originals found WHERE found.photograph_id = photographs.id) AS foundPath`;

interface OriginalLocation {
  readonly photographId: number;
  /** Absolute; the path when it was added. */
  readonly sourcePath: StoredPath;
  /** Absolute; null if it was not relocated. */
  readonly foundPath: StoredPath | null;
}

interface ResultLocation {
  readonly resultId: number;
  readonly photographId: number;
  /** Absolute. */
  readonly path: StoredPath;
}

/** A file by its last known path. */
export interface FileToFind {
  /** Id of the photograph or result. */
  readonly id: number;
  /** Absolute. */
  readonly path: StoredPath;
  /** SHA-256, hex. */
  readonly hash: string;
  readonly bytes: number;
}

interface RelocatedFile {
  readonly id: number;
  readonly from: string;
  readonly to: string;
}

const originalsByIds = `SELECT photographs.id AS photographId, source_path AS sourcePath, found_originals.path AS foundPath
  FROM photographs LEFT JOIN found_originals ON photograph_id = photographs.id
  WHERE photographs.id IN (SELECT value FROM json_each(?))`;
const imagesByPhotographs = `SELECT id AS resultId, photograph_id AS photographId, path FROM results
  WHERE photograph_id IN (SELECT value FROM json_each(?)) AND kind = 'image' ORDER BY photograph_id, id`;
const pathOfResult = 'SELECT path FROM results WHERE id = ?';
const resultByPath = 'SELECT id FROM results WHERE path = ?';
const resultsInFolder = `SELECT results.id, results.path AS path, hash, written_files.bytes
  FROM results JOIN written_files USING (path)
  WHERE results.path >= @from AND results.path < @to
  UNION ALL
  SELECT results.id, file.path, hash, written_files.bytes FROM further_files file
  JOIN written_files ON written_files.path = file.path
  JOIN results ON results.job_id = file.job_id AND results.step = file.step AND results.element = file.element
    AND results.kind = 'image' AND results.version = 0
  WHERE file.path >= @from AND file.path < @to ORDER BY path`;
const originalsInFolder = `SELECT photographs.id, source_path AS path, content_hash AS hash, bytes FROM photographs
  WHERE folder_id IN (SELECT id FROM source_folders WHERE path = @folder OR (path >= @from AND path < @to))
  ORDER BY source_path`;
const saveFoundPath = 'INSERT OR REPLACE INTO found_originals (photograph_id, path) VALUES (?, ?)';
/** The note of a missing file delays measuring by a day. */
const deleteMissingNote = 'DELETE FROM measures WHERE photograph_id = ? AND version = 0';

export function fileLocations({ db, changes }: StoreContext, written: ReturnType<typeof writtenFiles>) {
  const selectOriginals = db.prepare<[string], OriginalLocation>(originalsByIds);
  const selectImages = db.prepare<[string], ResultLocation>(imagesByPhotographs);
  const resultPath = db.prepare<[number], StoredPath | null>(pathOfResult).pluck();
  const resultAt = db.prepare<[string], number>(resultByPath).pluck();
  const selectResultsBelow = db.prepare<[PathRange], FileToFind>(resultsInFolder);
  const selectOriginalsBelow = db.prepare<[PathRange & { folder: string }], FileToFind>(originalsInFolder);
  const saveFound = db.prepare(saveFoundPath);
  const removeMissingNote = db.prepare(deleteMissingNote);

  return {
    originals: (photographIds: readonly number[]) => selectOriginals.all(JSON.stringify(photographIds)),
    images: (photographIds: readonly number[]) => selectImages.all(JSON.stringify(photographIds)),
    /** Returns possible paths, the relocated one first. */
    pathsOf({ subject, id }: PreviewSubject): StoredPath[] {
      if (subject === 'result') return [resultPath.get(id)].filter((path) => path != null);
      const [original] = selectOriginals.all(JSON.stringify([id]));
      return [original?.foundPath, original?.sourcePath].filter((path) => path != null);
    },
    /** Returns the path of a result, or a photograph's original path. */
    knownBy: ({ subject, id }: PreviewSubject): StoredPath | null =>
      (subject === 'result' ? resultPath.get(id) : selectOriginals.get(JSON.stringify([id]))?.sourcePath) ?? null,
    /** Includes additional files. @param folder absolute */
    resultsBelow: (folder: string): FileToFind[] => selectResultsBelow.all(pathsBelow(folder)),
    originalsBelow: (folder: string): FileToFind[] => selectOriginalsBelow.all({ folder, ...pathsBelow(folder) }),
    /** Sets new paths in one transaction. Skips those of other results. */
    resultsFound: db.transaction((files: readonly RelocatedFile[]) => {
      for (const { from, to } of files) if (resultAt.get(to) === undefined) written.renamed(from, to);
    }),
    /** Sets relocated paths in one transaction. */
    originalsFound: db.transaction((files: readonly RelocatedFile[]) => {
      for (const { id, to } of files) {
        saveFound.run(id, to);
        removeMissingNote.run(id);
      }
      changes.photographs(files.map(({ id }) => id));
      changes.list('originals');
    }),
  };
}

interface PathRange {
  readonly from: string;
  /** Exclusive. */
  readonly to: string;
}

/** Returns the range of paths below a folder, for an index. */
function pathsBelow(folder: string): PathRange {
  const separator = folder.includes('/') ? '/' : '\\';
  const nextCharacter = String.fromCharCode(separator.charCodeAt(0) + 1);
  const start = folder.endsWith(separator) ? folder.slice(0, -1) : folder;
  return { from: start + separator, to: start + nextCharacter };
}

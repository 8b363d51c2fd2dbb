/** Photographs: source files with their content, a row each, and the user's decisions about them. */
import type { Database } from 'better-sqlite3';
import { type Decision, type DecisionChange, noDecision } from '../../../../contract/review/photo-decision.ts';
import type { NewJob } from '../../jobs/adding/new-jobs.ts';
import type { StoreContext } from '../../store-context.ts';
import { fileName, folderOf, foldForSearch, nameSortKey } from '../search/sort-keys.ts';
import { createDecisionWriter, type DecisionStep } from './decision-steps.ts';

export type NewPhotograph = Pick<
  NewJob,
  'sourcePath' | 'contentHash' | 'bytes' | 'width' | 'height' | 'takenAt' | 'decision'
>;

interface ContentRow {
  readonly id: number;
  readonly sourcePath: string;
}

type DecisionRow = Decision & { readonly id: number };

export type Photographs = ReturnType<typeof photographs>;

const photographByFile = 'SELECT id FROM photographs WHERE content_hash = ? AND source_path = ?';
const photographsByContent = 'SELECT id, source_path AS sourcePath FROM photographs WHERE content_hash = ? LIMIT 20';
const folderByPath = 'SELECT id FROM source_folders WHERE path = ?';
const pathOfFolder = 'SELECT path FROM source_folders WHERE id = ?';
const addFolder = 'INSERT INTO source_folders (path, words) VALUES (?, ?)';
const addPhotograph = `INSERT INTO photographs
    (source_path, content_hash, folder_id, words, name_key, bytes, width, height, taken_at, added_at,
     flag, stars, label, foreign_label, decided_at)
  VALUES (@sourcePath, @contentHash, @folderId, @words, @nameKey, @bytes, @width, @height, @takenAt, @addedAt,
     @flag, @stars, @label, @foreignLabel, @decidedAt)`;
const decisionsByIds = `SELECT id, flag, stars, label, note FROM photographs
  WHERE id IN (SELECT value FROM json_each(?))`;
const saveDecision = 'UPDATE photographs SET flag = ?, stars = ?, label = ?, note = ?, decided_at = ? WHERE id = ?';

export const photographs = (context: StoreContext) => ({
  ...photographFiles(context),
  ...photographDecisions(context),
});

function photographFiles({ db, now }: StoreContext) {
  const findFile = db.prepare<[string, string], number>(photographByFile).pluck();
  const byContent = db.prepare<[string], ContentRow>(photographsByContent);
  const findFolder = db.prepare<[string], number>(folderByPath).pluck();
  const folderPath = db.prepare<[number], string>(pathOfFolder).pluck();
  const insertFolder = db.prepare(addFolder);
  const insert = db.prepare(addPhotograph);
  const folderId = (path: string): number =>
    findFolder.get(path) ?? Number(insertFolder.run(path, foldForSearch(path)).lastInsertRowid);

  return {
    /** Returns the photograph of an added file and creates it if needed, in the caller's transaction. */
    findOrCreate(file: NewPhotograph): number {
      const { sourcePath, contentHash, bytes, width, height, takenAt = null, decision = null } = file;
      const id = findFile.get(contentHash, sourcePath);
      if (id !== undefined) return id;
      const name = fileName(sourcePath);
      const { flag, stars, label, foreignLabel = '' } = { ...noDecision, ...decision };
      const addedAt = now();
      const { lastInsertRowid } = insert.run({
        sourcePath,
        contentHash,
        folderId: folderId(folderOf(sourcePath)),
        words: foldForSearch(name),
        nameKey: nameSortKey(name),
        bytes,
        width,
        height,
        takenAt,
        addedAt,
        flag,
        stars,
        label,
        foreignLabel,
        decidedAt: decision === null ? null : addedAt,
      });
      return Number(lastInsertRowid);
    },
    /** Returns the path of a source folder, or null. */
    folderPath: (id: number): string | null => folderPath.get(id) ?? null,
    /** @param hash SHA-256, hex */
    ofContent: (hash: string): ContentRow[] => byContent.all(hash),
  };
}

function photographDecisions({ db, now, changes }: StoreContext) {
  const byIds = db.prepare<[string], DecisionRow>(decisionsByIds);
  const listedByIds = db.prepare<[string], DecisionRow>(`${decisionsByIds} AND entries > 0`);
  const save = db.prepare(saveDecision);
  const { change, restore } = createDecisionWriter<Decision, DecisionRow>(db, {
    select: (ids) => byIds.all(JSON.stringify(ids)),
    save(row, { to }) {
      const { flag, stars, label, note } = { ...row, ...to };
      save.run(flag, stars, label, note, now(), row.id);
    },
    onChanged: (rows) => changes.photographs(rows.map(({ id }) => id)),
  });

  return {
    decide: (ids: readonly number[], decision: DecisionChange): DecisionStep<Decision>[] => change(ids, () => decision),
    /** Returns the decisions about those photographs that are still on the light table. */
    listedDecisions: (ids: readonly number[]) => listedByIds.all(JSON.stringify(ids)),
    restore,
  };
}

/** Restores missing photographs of a repaired database from its jobs and results. */
export function relinkPhotographs(db: Database): void {
  db.exec(`
    INSERT OR IGNORE INTO source_folders (path, words)
      SELECT path, folded(path) FROM (
        SELECT folder_of(source_path) AS path FROM jobs UNION SELECT folder_of(source_path) FROM photographs);
    UPDATE photographs SET folder_id = source_folders.id FROM source_folders
      WHERE source_folders.path = folder_of(photographs.source_path);
    INSERT OR IGNORE INTO photographs (source_path, content_hash, folder_id, words, name_key, bytes, width, height, added_at)
      SELECT source_path, content_hash, source_folders.id, folded(file_name(source_path)), name_key(file_name(source_path)),
        bytes, width, height, min(created_at)
      FROM jobs JOIN source_folders ON source_folders.path = folder_of(source_path)
      GROUP BY content_hash, source_path;
    UPDATE jobs SET photograph_id = photographs.id FROM photographs
      WHERE photographs.content_hash = jobs.content_hash AND photographs.source_path = jobs.source_path;
    UPDATE results SET photograph_id = jobs.photograph_id FROM jobs WHERE jobs.id = results.job_id;
    UPDATE photographs SET entries = (SELECT count(*) FROM results WHERE photograph_id = photographs.id)
      + (SELECT count(*) FROM proofs WHERE photograph_id = photographs.id);
  `);
}

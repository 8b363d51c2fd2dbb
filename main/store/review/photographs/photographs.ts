/** Photographs: the files behind jobs and results, each once, and what the user decided about them. */
import type { Database } from 'better-sqlite3';
import { type Decision, type DecisionChange, noDecision } from '../../../../contract/review/photo-decision.ts';
import type { NewJob } from '../../jobs/new-jobs.ts';
import type { StoreContext } from '../../store-context.ts';
import { fileName, folderOf, foldForSearch, nameSortKey } from '../search/sort-keys.ts';
import { type DecisionStep, decisionStep, reverseStep } from './decision-steps.ts';

export type PhotographOf = Pick<
  NewJob,
  'sourcePath' | 'contentHash' | 'bytes' | 'width' | 'height' | 'takenAt' | 'decision'
>;

type DecisionRow = Decision & { readonly id: number };

export type Photographs = ReturnType<typeof photographs>;

export function photographs({ db, now, changes }: StoreContext) {
  const known = db
    .prepare<[string, string], number>('SELECT id FROM photographs WHERE content_hash = ? AND source_path = ?')
    .pluck();
  const ofContent = db.prepare<[string], { id: number; sourcePath: string }>(
    'SELECT id, source_path AS sourcePath FROM photographs WHERE content_hash = ? LIMIT 20',
  );
  const folder = db.prepare<[string], number>('SELECT id FROM source_folders WHERE path = ?').pluck();
  const folderPath = db.prepare<[number], string>('SELECT path FROM source_folders WHERE id = ?').pluck();
  const insertFolder = db.prepare('INSERT INTO source_folders (path, words) VALUES (?, ?)');
  const insert = db.prepare(
    `INSERT INTO photographs
       (source_path, content_hash, folder_id, words, name_key, bytes, width, height, taken_at, added_at,
        flag, stars, label, foreign_label, decided_at)
     VALUES (@sourcePath, @contentHash, @folderId, @words, @nameKey, @bytes, @width, @height, @takenAt, @at,
        @flag, @stars, @label, @foreignLabel, @decidedAt)`,
  );
  const some = db.prepare<[string], DecisionRow>(
    'SELECT id, flag, stars, label, note FROM photographs WHERE id IN (SELECT value FROM json_each(?))',
  );
  const about = db.prepare<[string], DecisionRow>(
    `SELECT id, flag, stars, label, note FROM photographs
     WHERE id IN (SELECT value FROM json_each(?)) AND entries > 0`,
  );
  const decided = db.prepare(
    'UPDATE photographs SET flag = ?, stars = ?, label = ?, note = ?, decided_at = ? WHERE id = ?',
  );

  const folderId = (path: string): number =>
    folder.get(path) ?? Number(insertFolder.run(path, foldForSearch(path)).lastInsertRowid);

  /** Reads rows and decides about them, in one transaction. */
  const put = db.transaction(
    (ids: readonly number[], stepOf: (row: DecisionRow) => DecisionStep<Decision> | null): DecisionStep<Decision>[] =>
      some.all(JSON.stringify(ids)).flatMap((row) => {
        const step = stepOf(row);
        if (step === null) return [];
        const { flag, stars, label, note } = { ...row, ...step.to };
        decided.run(flag, stars, label, note, now(), row.id);
        return [step];
      }),
  );
  const notifyChanged = (steps: DecisionStep<Decision>[]) => {
    changes.photographs(steps.map(({ id }) => id));
    return steps;
  };

  return {
    /** The photograph of a file that is taken in, made where there is none. In the caller's transaction. */
    findOrCreate(item: PhotographOf): number {
      const { sourcePath, contentHash, bytes, width, height, takenAt = null } = item;
      const id = known.get(contentHash, sourcePath);
      if (id !== undefined) return id;
      const name = fileName(sourcePath);
      const { decision = null } = item;
      const { flag, stars, label, foreignLabel = '' } = { ...noDecision, ...decision };
      const addedAt = now();
      const decidedAt = decision === null ? null : addedAt;
      const chosen = { flag, stars, label, foreignLabel, decidedAt };
      const row = { sourcePath, contentHash, bytes, width, height, takenAt, at: addedAt, ...chosen };
      const keys = { folderId: folderId(folderOf(sourcePath)), words: foldForSearch(name), nameKey: nameSortKey(name) };
      return Number(insert.run({ ...row, ...keys }).lastInsertRowid);
    },
    /** A folder that photographs came from; null where there is none of this id. */
    folderPath: (id: number): string | null => folderPath.get(id) ?? null,
    /** Photographs of this content (SHA-256, hex), wherever they lie. */
    ofContent: (hash: string): { readonly id: number; readonly sourcePath: string }[] => ofContent.all(hash),
    /** Decides about photographs, in one transaction; those that are decided so already are left. Returns what it changed. */
    decide: (ids: readonly number[], change: DecisionChange): DecisionStep<Decision>[] =>
      notifyChanged(put.immediate(ids, (row) => decisionStep<Decision>(row, change))),
    /** What is decided about photographs, as far as there is still something to show of them. */
    chosenAbout: (ids: readonly number[]) => about.all(JSON.stringify(ids)),
    /** Takes decisions back where they still stand. Returns what takes that back in turn. */
    restore(steps: readonly DecisionStep<Decision>[]): DecisionStep<Decision>[] {
      const byId = new Map(steps.map((step) => [step.id, step]));
      return notifyChanged(put.immediate([...byId.keys()], (row) => reverseStep(row, byId.get(row.id)!)));
    },
  };
}

/** Makes what is missing of photographs from the jobs and results of a database that was repaired. */
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

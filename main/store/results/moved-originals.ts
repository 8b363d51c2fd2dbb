/** Originals that were moved to folders “Done” next to their first location. */
import type { Database } from 'better-sqlite3';
import type { StoredPath } from '../../files/stored-path.ts';
import { isExcludedSql } from '../jobs/charge-sql.ts';
import type { StoreContext } from '../store-context.ts';

export interface OriginalToMove {
  readonly photographId: number;
  /** Absolute path when it was added. */
  readonly sourcePath: StoredPath;
  /** Absolute path of a later finding, or null. */
  readonly foundPath: StoredPath | null;
  /** SHA-256, hex. */
  readonly hash: string;
  /** Finished jobs, without those that excluded it. */
  readonly done: number;
  /** Jobs in other states than done and canceled. */
  readonly open: number;
}

/** Paths are absolute. */
export interface MovedOriginal {
  readonly photographId: number;
  readonly first: string;
  readonly to: string;
  readonly hash: string;
}

export function movedOriginals({ db, changes }: StoreContext) {
  const statements = prepareStatements(db);

  const restoreFoundPath = (photographId: number) => {
    const path = statements.foundBefore.get(photographId) ?? null;
    if (path === null) statements.dropFoundPath.run(photographId);
    else statements.setFoundPath.run(photographId, path);
  };
  const notifyChanged = (photographId: number) => {
    changes.photographs([photographId]);
    changes.list('originals');
  };

  return {
    toMove: (photographIds: readonly number[]): OriginalToMove[] =>
      statements.toMove.all(JSON.stringify(photographIds)),
    photographsOf: (jobIds: readonly number[]): number[] => statements.ofJobs.all(JSON.stringify(jobIds)),
    /** Returns never moved photographs of a watch folder with a finished job (null: any). */
    ofFolder: (folderId: string, jobIds: readonly number[] | null): number[] =>
      jobIds === null
        ? statements.allOfFolder.all({ folderId })
        : statements.someOfFolder.all({ folderId, ids: JSON.stringify(jobIds) }),
    /** Returns originals in “Done”, or being moved. */
    list: (photographIds: readonly number[]): MovedOriginal[] => statements.notBack.all(JSON.stringify(photographIds)),
    /** Notes a move just before it starts. */
    note: db.transaction((move: MovedOriginal): void => {
      statements.put.run(move);
      statements.setFoundPath.run(move.photographId, move.to);
    }),
    moved: db.transaction((photographId: number): void => {
      statements.setState.run('done', photographId);
      notifyChanged(photographId);
    }),
    forget: db.transaction((photographId: number): void => {
      restoreFoundPath(photographId);
      statements.drop.run(photographId);
    }),
    /** Records the start of a move back, or (false) its end without effect. */
    returning: (photographId: number, isReturning: boolean): void =>
      void statements.setState.run(isReturning ? 'returning' : 'done', photographId),
    back: db.transaction((photographId: number): void => {
      restoreFoundPath(photographId);
      statements.setState.run('back', photographId);
      notifyChanged(photographId);
    }),
    /** Returns the source path of the original now at `path` in “Done”, or null. */
    takenInAs: (path: string, hash: string): string | null => statements.sourcePath.get(path, hash) ?? null,
    /** Whether an original of that content was moved to `path`, even if it is back again. */
    isMovedTo: (path: string, hash: string): boolean => statements.byDonePath.get(path, hash) !== undefined,
  };
}

const selectOriginals = `
  SELECT photographs.id AS photographId, source_path AS sourcePath, found.path AS foundPath, content_hash AS hash,
    (SELECT count(*) FROM jobs WHERE photograph_id = photographs.id AND state = 'done' AND NOT ${isExcludedSql('jobs')}) AS done,
    (SELECT count(*) FROM jobs WHERE photograph_id = photographs.id AND state NOT IN ('done', 'cancelled')) AS open
  FROM photographs LEFT JOIN found_originals found ON found.photograph_id = photographs.id`;
const selectOfFolder = `
  SELECT DISTINCT photograph_id FROM jobs JOIN batches ON batches.id = jobs.batch_id
  WHERE folder_id = @folderId AND state = 'done' AND photograph_id NOT IN (SELECT photograph_id FROM moved_originals)`;

function prepareStatements(db: Database) {
  return {
    toMove: db.prepare<[string], OriginalToMove>(
      `${selectOriginals} WHERE photographs.id IN (SELECT value FROM json_each(?)) ORDER BY photographs.id`,
    ),
    ofJobs: db
      .prepare<[string], number>(
        `SELECT DISTINCT photograph_id FROM jobs
         WHERE id IN (SELECT value FROM json_each(?)) AND photograph_id IS NOT NULL ORDER BY photograph_id`,
      )
      .pluck(),
    allOfFolder: db.prepare<[{ folderId: string }], number>(selectOfFolder).pluck(),
    someOfFolder: db
      .prepare<[{ folderId: string; ids: string }], number>(
        `${selectOfFolder} AND jobs.id IN (SELECT value FROM json_each(@ids))`,
      )
      .pluck(),
    notBack: db.prepare<[string], MovedOriginal>(
      `SELECT photograph_id AS photographId, first_path AS first, done_path AS "to", hash FROM moved_originals
       WHERE state <> 'back' AND photograph_id IN (SELECT value FROM json_each(?)) ORDER BY photograph_id`,
    ),
    put: db.prepare<[MovedOriginal]>(
      `INSERT OR REPLACE INTO moved_originals (photograph_id, first_path, done_path, hash, found_before, state)
       VALUES (@photographId, @first, @to, @hash,
         (SELECT path FROM found_originals WHERE photograph_id = @photographId), 'going')`,
    ),
    setState: db.prepare('UPDATE moved_originals SET state = ? WHERE photograph_id = ?'),
    drop: db.prepare('DELETE FROM moved_originals WHERE photograph_id = ?'),
    setFoundPath: db.prepare('INSERT OR REPLACE INTO found_originals (photograph_id, path) VALUES (?, ?)'),
    dropFoundPath: db.prepare('DELETE FROM found_originals WHERE photograph_id = ?'),
    foundBefore: db
      .prepare<[number], string | null>('SELECT found_before FROM moved_originals WHERE photograph_id = ?')
      .pluck(),
    sourcePath: db
      .prepare<[string, string], string>(
        `SELECT source_path FROM moved_originals JOIN photographs ON photographs.id = photograph_id
         WHERE done_path = ? AND hash = ? AND state <> 'back' LIMIT 1`,
      )
      .pluck(),
    byDonePath: db
      .prepare<[string, string], number>('SELECT 1 FROM moved_originals WHERE done_path = ? AND hash = ? LIMIT 1')
      .pluck(),
  };
}

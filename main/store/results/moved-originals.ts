/** Originals in folders “Done” next to where they were, and what the database knows of each while it is moved. */

import type { StoredPath } from '../../files/stored-path.ts';
import { isExcludedSql } from '../jobs/charge-sql.ts';
import type { StoreContext } from '../store-context.ts';

/** A photograph, and how far the work on it is. */
export interface OriginalToMove {
  readonly photographId: number;
  /** Absolute; where it was taken in. */
  readonly sourcePath: StoredPath;
  /** Absolute; where it has been found since. */
  readonly foundPath: StoredPath | null;
  /** SHA-256 of its content, hex. */
  readonly hash: string;
  /** Its jobs that are done, but for those whose recipe was not for it, and those that are neither done nor cancelled. */
  readonly done: number;
  readonly open: number;
}

export interface MovedOriginal {
  readonly photographId: number;
  /** Absolute, as `to`: where it was. */
  readonly first: string;
  readonly to: string;
  readonly hash: string;
}

export function movedOriginals({ db, changes }: StoreContext) {
  const work = `SELECT photographs.id AS photographId, source_path AS sourcePath, found.path AS foundPath, content_hash AS hash,
      (SELECT count(*) FROM jobs WHERE photograph_id = photographs.id AND state = 'done' AND NOT ${isExcludedSql('jobs')}) AS done,
      (SELECT count(*) FROM jobs WHERE photograph_id = photographs.id AND state NOT IN ('done', 'cancelled')) AS open
    FROM photographs LEFT JOIN found_originals found ON found.photograph_id = photographs.id`;
  const named = db.prepare<[string], OriginalToMove>(
    `${work} WHERE photographs.id IN (SELECT value FROM json_each(?)) ORDER BY photographs.id`,
  );
  const ofJobs = db
    .prepare<[string], number>(
      `SELECT DISTINCT photograph_id FROM jobs
       WHERE id IN (SELECT value FROM json_each(?)) AND photograph_id IS NOT NULL ORDER BY photograph_id`,
    )
    .pluck();
  const ofFolder = `SELECT DISTINCT photograph_id FROM jobs JOIN batches ON batches.id = jobs.batch_id
    WHERE folder_id = @folderId AND state = 'done' AND photograph_id NOT IN (SELECT photograph_id FROM moved_originals)`;
  const allOfFolder = db.prepare<[{ folderId: string }], number>(ofFolder).pluck();
  const someOfFolder = db
    .prepare<[{ folderId: string; ids: string }], number>(
      `${ofFolder} AND jobs.id IN (SELECT value FROM json_each(@ids))`,
    )
    .pluck();
  const columns = 'photograph_id AS photographId, first_path AS first, done_path AS "to", hash';
  const notBack = db.prepare<[string], MovedOriginal>(
    `SELECT ${columns} FROM moved_originals
     WHERE state <> 'back' AND photograph_id IN (SELECT value FROM json_each(?)) ORDER BY photograph_id`,
  );
  const put = db.prepare<[MovedOriginal]>(
    `INSERT OR REPLACE INTO moved_originals (photograph_id, first_path, done_path, hash, found_before, state)
     VALUES (@photographId, @first, @to, @hash,
       (SELECT path FROM found_originals WHERE photograph_id = @photographId), 'going')`,
  );
  const setState = db.prepare('UPDATE moved_originals SET state = ? WHERE photograph_id = ?');
  const drop = db.prepare('DELETE FROM moved_originals WHERE photograph_id = ?');
  const find = db.prepare('INSERT OR REPLACE INTO found_originals (photograph_id, path) VALUES (?, ?)');
  const unfind = db.prepare('DELETE FROM found_originals WHERE photograph_id = ?');
  const before = db
    .prepare<[number], string | null>('SELECT found_before FROM moved_originals WHERE photograph_id = ?')
    .pluck();
  const byDonePath = db
    .prepare<[string, string], number>('SELECT 1 FROM moved_originals WHERE done_path = ? AND hash = ? LIMIT 1')
    .pluck();

  const takenInAs = db
    .prepare<[string, string], string>(
      `SELECT source_path FROM moved_originals JOIN photographs ON photographs.id = photograph_id
       WHERE done_path = ? AND hash = ? AND state <> 'back' LIMIT 1`,
    )
    .pluck();

  /** It is looked for where it was before it went. */
  const foundAsBefore = (photographId: number) => {
    const path = before.get(photographId) ?? null;
    if (path === null) unfind.run(photographId);
    else find.run(photographId, path);
  };
  const notifyChanged = (photographId: number) => {
    changes.photographs([photographId]);
    changes.list('originals');
  };

  return {
    toMove: (photographIds: readonly number[]): OriginalToMove[] => named.all(JSON.stringify(photographIds)),
    photographsOf: (jobIds: readonly number[]): number[] => ofJobs.all(JSON.stringify(jobIds)),
    /**
     * Photographs of a watch folder that something was done with, and that were neither moved nor put back.
     * @param jobIds of these jobs; null: of all
     */
    ofFolder: (folderId: string, jobIds: readonly number[] | null): number[] =>
      jobIds === null ? allOfFolder.all({ folderId }) : someOfFolder.all({ folderId, ids: JSON.stringify(jobIds) }),
    /** Those of the photographs that are in “Done”, or on their way there or back. */
    list: (photographIds: readonly number[]): MovedOriginal[] => notBack.all(JSON.stringify(photographIds)),
    /** Notes a move just before the file has its second name; from now on it is found there, as soon as it is there. */
    note: db.transaction((move: MovedOriginal): void => {
      put.run(move);
      find.run(move.photographId, move.to);
    }),
    /** The file is there under its second name alone. */
    moved: db.transaction((photographId: number): void => {
      setState.run('done', photographId);
      notifyChanged(photographId);
    }),
    /** It did not come to that. */
    forget: db.transaction((photographId: number): void => {
      foundAsBefore(photographId);
      drop.run(photographId);
    }),
    /** It is about to have its first name again, or (false) has not got it. */
    returning: (photographId: number, isSo: boolean): void =>
      void setState.run(isSo ? 'returning' : 'done', photographId),
    /** It is where it was. */
    back: db.transaction((photographId: number): void => {
      foundAsBefore(photographId);
      setState.run('back', photographId);
      notifyChanged(photographId);
    }),
    /** Where the original that Burnish has moved to this path was taken in (absolute); null for any other file. */
    takenInAs: (path: string, hash: string): string | null => takenInAs.get(path, hash) ?? null,
    /** True for the path that Burnish has moved an original of that content to. */
    isMovedTo: (path: string, hash: string): boolean => byDonePath.get(path, hash) !== undefined,
  };
}

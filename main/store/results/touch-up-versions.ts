/** Versions that the user made of a result by hand: what each was made by, which file it is in, and what a kill left of one. */

import type { Box } from '../../../contract/jobs/result.ts';
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import { type TouchUpEdit, touchUpSchema } from '../../../contract/touch-up/touch-up.ts';
import type { StoredPath } from '../../files/stored-path.ts';
import type { VersionDecision } from '../review/photographs/version-decisions.ts';
import type { StoreContext } from '../store-context.ts';
import type { WrittenFile } from './written-files.ts';

/** A result, and the service's own that it was made from, which may be itself. */
export interface TouchUpSource {
  readonly id: number;
  readonly version: number;
  /** What it was made by; null for the service's own. */
  readonly touch: TouchUpEdit | null;
  /** Absolute; of this version. */
  readonly path: StoredPath;
  /** SHA-256 of its content as it was written, hex; null where that is not known any more. */
  readonly hash: string | null;
  readonly own: {
    readonly id: number;
    readonly jobId: number;
    readonly photographId: number;
    readonly operation: OperationId;
    readonly element: string;
    /** Absolute. */
    readonly path: StoredPath;
    /** The same; '' where the file in its place was made for another result since. */
    readonly hash: string | null;
    /** Of the photograph, as it was taken in. */
    readonly photographHash: string;
    /** Where it lies in the photograph, px; null = it covers it all. */
    readonly box: Box | null;
  };
}

/** A file that was noted as a version, and may not be known as a result. */
export type UnnotedVersion = Pick<WrittenFile, 'path' | 'hash'>;

interface Row {
  id: number;
  version: number;
  touch: string | null;
  path: StoredPath;
  hash: string | null;
  own_id: number;
  job_id: number;
  photograph_id: number;
  operation: OperationId;
  element: string;
  own_path: StoredPath;
  own_hash: string | null;
  photograph_hash: string;
  box: string | null;
}

interface RemovedRow extends VersionDecision {
  path: string;
  photograph_id: number;
  job_id: number;
  step: number;
  element: string;
  version: number;
}

/** SQL: that the written file is the version `row` of its result, and not another that has the same path. */
const noteIsOf = (row: string, note = 'note') =>
  ['job_id', 'step', 'element', 'version'].map((column) => `${note}.${column} = ${row}.${column}`).join(' AND ');

export function touchUpVersions({ db, now, changes }: StoreContext) {
  const byId = db.prepare<[number], Row>(
    `SELECT made.id, made.version, made.touch, made.path, note.hash, own.id AS own_id, own.job_id, own.photograph_id,
       own.operation, own.element, own.path AS own_path,
       CASE WHEN own_note.path IS NULL OR ${noteIsOf('own', 'own_note')} THEN own_note.hash ELSE '' END AS own_hash,
       photographs.content_hash AS photograph_hash, own.box
     FROM results made JOIN results own ON own.job_id = made.job_id AND own.step = made.step AND own.kind = made.kind
       AND own.element = made.element AND own.version = 0
     JOIN photographs ON photographs.id = own.photograph_id
     LEFT JOIN written_files note ON note.path = made.path AND ${noteIsOf('made')}
     LEFT JOIN written_files own_note ON own_note.path = own.path
     WHERE made.id = ? AND made.kind = 'image'`,
  );
  // In one statement: of two that are made at once, in whatever process, each gets a number and a name of its own. The name of a
  // file that is away is not free, or two versions would be said to be in one file.
  const note = db.prepare(
    `INSERT INTO written_files (path, hash, bytes, job_id, step, element, at, version, touch)
     SELECT @path, @hash, @bytes, own.job_id, own.step, own.element, @at,
       1 + max(coalesce((SELECT max(made.version) FROM results made WHERE made.job_id = own.job_id AND made.step = own.step
           AND made.kind = own.kind AND made.element = own.element), 0),
         coalesce((SELECT max(note.version) FROM written_files note WHERE note.job_id = own.job_id AND note.step = own.step
           AND note.element = own.element), 0)), @touch
     FROM results own WHERE own.id = @ownId AND NOT EXISTS (SELECT 1 FROM results WHERE path = @path)
     ON CONFLICT (path) DO NOTHING`,
  );
  const insert = db.prepare(
    `INSERT INTO results (job_id, batch_id, photograph_id, step, operation, kind, element, path, width, height, bytes, box,
       created_at, version, touch)
     SELECT own.job_id, own.batch_id, own.photograph_id, own.step, own.operation, own.kind, own.element, note.path, own.width,
       own.height, note.bytes, own.box, @at, note.version, note.touch
     FROM written_files note JOIN results own ON own.job_id = note.job_id AND own.step = note.step
       AND own.element = note.element AND own.kind = 'image' AND own.version = 0
     WHERE note.path = @path AND note.touch IS NOT NULL
     ON CONFLICT (job_id, step, kind, element, version) DO NOTHING`,
  );
  const noted = db.prepare('UPDATE written_files SET touch = NULL WHERE path = ?');
  const drop = db.prepare('DELETE FROM written_files WHERE path = ? AND touch IS NOT NULL');
  const dropOf = db.prepare(
    `DELETE FROM written_files WHERE path = @path AND job_id = @job_id AND step = @step AND element = @element
       AND version = @version`,
  );
  const named = db.prepare<[string], number>('SELECT 1 FROM written_files WHERE path = ? AND version > 0').pluck();
  const unnoted = db.prepare<[], UnnotedVersion>('SELECT path, hash FROM written_files WHERE touch IS NOT NULL');
  const byPath = db.prepare<[string], { id: number; photograph_id: number }>(
    `SELECT made.id, made.photograph_id FROM written_files note JOIN results made ON made.path = note.path
       AND made.kind = 'image' AND ${noteIsOf('made')}
     WHERE note.path = ? AND note.version > 0`,
  );
  const unsaid = db.prepare(
    'DELETE FROM checks WHERE job_id = @job_id AND step = @step AND element = @element AND version = @version',
  );
  const remove = db.prepare<[number], RemovedRow>(
    `DELETE FROM results WHERE id = ? AND version > 0
     RETURNING path, photograph_id, job_id, step, element, version, flag, stars, label`,
  );
  const finish = db.transaction((path: string): number | null => {
    insert.run({ path, at: now() });
    noted.run(path);
    const made = byPath.get(path);
    if (made) changes.photographs([made.photograph_id]);
    return made?.id ?? null;
  });
  const put = (ownId: number, file: WrittenFile, touch: TouchUpEdit): boolean =>
    note.run({ ...file, ownId, touch: JSON.stringify(touch), at: now() }).changes > 0;
  const list = db.transaction((ownId: number, file: WrittenFile, touch: TouchUpEdit): number | null => {
    // Another process may have taken it for one that a kill left.
    put(ownId, file, touch);
    return finish(file.path);
  });

  return {
    /** Null for an analysis, and for what is gone. */
    get(id: number): TouchUpSource | null {
      const row = byId.get(id);
      if (!row) return null;
      return {
        id,
        version: row.version,
        touch: row.touch === null ? null : (touchUpSchema.safeParse(JSON.parse(row.touch)).data ?? null),
        path: row.path,
        hash: row.hash,
        own: {
          id: row.own_id,
          jobId: row.job_id,
          photographId: row.photograph_id,
          operation: row.operation,
          element: row.element,
          path: row.own_path,
          hash: row.own_hash,
          photographHash: row.photograph_hash,
          box: row.box === null ? null : (JSON.parse(row.box) as Box),
        },
      };
    },
    /**
     * Notes the file of a new version of a result just before it gets its name: whoever finds it there knows whose it is, and what
     * made it. False where the name is that of another file we know, be it away, or the result is gone.
     */
    note: put,
    /** A noted file has its name, so it is a result from now on. Its id; null where the result it was made of is gone. */
    list: (ownId: number, file: WrittenFile, touch: TouchUpEdit): number | null => list.immediate(ownId, file, touch),
    /** True for the name of a version, be its file there or not. */
    hasName: (path: string): boolean => named.get(path) !== undefined,
    /** Takes the note back: the file is not there. */
    forget: (path: string): void => void drop.run(path),
    /** The same as `list`, of what is noted at `path`. Once or twice is the same. */
    finish: (path: string): number | null => finish.immediate(path),
    /** What was noted and not finished: by a process that was killed, or one that is just about to. */
    unfinished: (): UnnotedVersion[] => unnoted.all(),
    /** Takes a version that was made by hand off its photograph, and forgets its file. What was decided about it; null where it is gone. */
    remove: db.transaction((id: number): VersionDecision | null => {
      const row = remove.get(id);
      if (!row) return null;
      dropOf.run(row);
      // The next version may have its number.
      unsaid.run(row);
      changes.photographs([row.photograph_id]);
      const { flag, stars, label } = row;
      return { flag, stars, label };
    }),
  };
}

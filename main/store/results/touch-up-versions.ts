/** Versions of a result that the user made by touching it up. */
import type { Database } from 'better-sqlite3';
import type { Box } from '../../../contract/jobs/result.ts';
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import { type TouchUpEdit, touchUpSchema } from '../../../contract/touch-up/touch-up.ts';
import type { StoredPath } from '../../files/stored-path.ts';
import type { VersionDecision } from '../review/photographs/version-decisions.ts';
import type { StoreContext } from '../store-context.ts';
import type { WrittenFile } from './written-files.ts';

/** A result and the service's own (version 0) behind it, which may be the same. */
export interface TouchUpSource {
  readonly id: number;
  readonly version: number;
  /** Null for the service's own result. */
  readonly touch: TouchUpEdit | null;
  /** Absolute. */
  readonly path: StoredPath;
  /** SHA-256, hex; null if unknown. */
  readonly hash: string | null;
  readonly own: {
    readonly id: number;
    readonly jobId: number;
    readonly photographId: number;
    readonly operation: OperationId;
    readonly element: string;
    readonly path: StoredPath;
    /** '' if the path now has a file of another result. */
    readonly hash: string | null;
    readonly photographHash: string;
    /** Bounds in the photograph, px; null for all of it. */
    readonly box: Box | null;
  };
}

type NotedFile = Pick<WrittenFile, 'path' | 'hash'>;

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

export function touchUpVersions({ db, now, changes }: StoreContext) {
  const statements = prepareStatements(db);
  const finish = db.transaction((path: string): number | null => {
    statements.insert.run({ path, at: now() });
    statements.setListed.run(path);
    const made = statements.byPath.get(path);
    if (made) changes.photographs([made.photograph_id]);
    return made?.id ?? null;
  });
  const note = (ownId: number, file: WrittenFile, touch: TouchUpEdit): boolean =>
    statements.note.run({ ...file, ownId, touch: JSON.stringify(touch), at: now() }).changes > 0;
  const list = db.transaction((ownId: number, file: WrittenFile, touch: TouchUpEdit): number | null => {
    // Another process may have removed the note as unfinished.
    note(ownId, file, touch);
    return finish(file.path);
  });

  return {
    /** Returns null for analyses and removed results. */
    get(id: number): TouchUpSource | null {
      const row = statements.byId.get(id);
      return row ? toSource(row) : null;
    },
    /** Notes a file just before it gets its name. Returns false if that is taken or the result was removed. */
    note,
    /** Makes a named file a result. Returns its id, or null if its source was removed. */
    list: (ownId: number, file: WrittenFile, touch: TouchUpEdit): number | null => list.immediate(ownId, file, touch),
    hasName: (path: string): boolean => statements.named.get(path) !== undefined,
    forget: (path: string): void => void statements.drop.run(path),
    /** Like `list`, from the note. Idempotent. */
    finish: (path: string): number | null => finish.immediate(path),
    /** Returns noted files that are no results yet. */
    unfinished: (): NotedFile[] => statements.unlisted.all(),
    /** Returns the decision about the removed version, or null. */
    remove: db.transaction((id: number): VersionDecision | null => {
      const row = statements.remove.get(id);
      if (!row) return null;
      statements.dropFile.run(row);
      // The next version may get its number.
      statements.dropChecks.run(row);
      changes.photographs([row.photograph_id]);
      const { flag, stars, label } = row;
      return { flag, stars, label };
    }),
  };
}

/** SQL condition: the written file belongs to `row`, not to another result with the same path. */
const noteIsOf = (row: string, note = 'note') =>
  ['job_id', 'step', 'element', 'version'].map((column) => `${note}.${column} = ${row}.${column}`).join(' AND ');

const selectSource = `
  SELECT made.id, made.version, made.touch, made.path, note.hash, own.id AS own_id, own.job_id, own.photograph_id,
    own.operation, own.element, own.path AS own_path,
    CASE WHEN own_note.path IS NULL OR ${noteIsOf('own', 'own_note')} THEN own_note.hash ELSE '' END AS own_hash,
    photographs.content_hash AS photograph_hash, own.box
  FROM results made JOIN results own ON own.job_id = made.job_id AND own.step = made.step AND own.kind = made.kind
    AND own.element = made.element AND own.version = 0
  JOIN photographs ON photographs.id = own.photograph_id
  LEFT JOIN written_files note ON note.path = made.path AND ${noteIsOf('made')}
  LEFT JOIN written_files own_note ON own_note.path = own.path
  WHERE made.id = ? AND made.kind = 'image'`;

// One statement, so that two processes cannot get one number or name. Paths of unavailable files are taken.
const insertNote = `
  INSERT INTO written_files (path, hash, bytes, job_id, step, element, at, version, touch)
  SELECT @path, @hash, @bytes, own.job_id, own.step, own.element, @at,
    1 + max(coalesce((SELECT max(made.version) FROM results made WHERE made.job_id = own.job_id AND made.step = own.step
        AND made.kind = own.kind AND made.element = own.element), 0),
      coalesce((SELECT max(note.version) FROM written_files note WHERE note.job_id = own.job_id AND note.step = own.step
        AND note.element = own.element), 0)), @touch
  FROM results own WHERE own.id = @ownId AND NOT EXISTS (SELECT 1 FROM results WHERE path = @path)
  ON CONFLICT (path) DO NOTHING`;

const insertResult = `
  INSERT INTO results (job_id, batch_id, photograph_id, step, operation, kind, element, path, width, height, bytes, box,
    created_at, version, touch)
  SELECT own.job_id, own.batch_id, own.photograph_id, own.step, own.operation, own.kind, own.element, note.path, own.width,
    own.height, note.bytes, own.box, @at, note.version, note.touch
  FROM written_files note JOIN results own ON own.job_id = note.job_id AND own.step = note.step
    AND own.element = note.element AND own.kind = 'image' AND own.version = 0
  WHERE note.path = @path AND note.touch IS NOT NULL
  ON CONFLICT (job_id, step, kind, element, version) DO NOTHING`;

function prepareStatements(db: Database) {
  return {
    byId: db.prepare<[number], Row>(selectSource),
    note: db.prepare(insertNote),
    insert: db.prepare(insertResult),
    setListed: db.prepare('UPDATE written_files SET touch = NULL WHERE path = ?'),
    unlisted: db.prepare<[], NotedFile>('SELECT path, hash FROM written_files WHERE touch IS NOT NULL'),
    drop: db.prepare('DELETE FROM written_files WHERE path = ? AND touch IS NOT NULL'),
    named: db.prepare<[string], number>('SELECT 1 FROM written_files WHERE path = ? AND version > 0').pluck(),
    byPath: db.prepare<[string], { id: number; photograph_id: number }>(
      `SELECT made.id, made.photograph_id FROM written_files note JOIN results made ON made.path = note.path
         AND made.kind = 'image' AND ${noteIsOf('made')}
       WHERE note.path = ? AND note.version > 0`,
    ),
    remove: db.prepare<[number], RemovedRow>(
      `DELETE FROM results WHERE id = ? AND version > 0
       RETURNING path, photograph_id, job_id, step, element, version, flag, stars, label`,
    ),
    dropFile: db.prepare(
      `DELETE FROM written_files WHERE path = @path AND job_id = @job_id AND step = @step AND element = @element
         AND version = @version`,
    ),
    dropChecks: db.prepare(
      'DELETE FROM checks WHERE job_id = @job_id AND step = @step AND element = @element AND version = @version',
    ),
  };
}

function toSource(row: Row): TouchUpSource {
  return {
    id: row.id,
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
}

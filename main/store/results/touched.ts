/** Versions that the user made of a result by hand: what each was made by, which file it is in, and what a kill left of one. */
import type { OperationId } from '../../../preload/contract/operations/spec.ts';
import type { Box } from '../../../preload/contract/result.ts';
import { type Touch, touchSchema } from '../../../preload/contract/touch.ts';
import type { StoreContext } from '../context.ts';
import type { WrittenFile } from './written-files.ts';

/** A result, and the service's own that it was made from, which may be itself. */
export interface Touchable {
  readonly id: number;
  readonly version: number;
  /** What it was made by; null for the service's own. */
  readonly touch: Touch | null;
  /** Absolute; of this version. */
  readonly path: string;
  readonly own: {
    readonly id: number;
    readonly jobId: number;
    readonly photographId: number;
    readonly operation: OperationId;
    readonly element: string;
    /** Absolute. */
    readonly path: string;
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
  path: string;
  own_id: number;
  job_id: number;
  photograph_id: number;
  operation: OperationId;
  element: string;
  own_path: string;
  box: string | null;
}

export function touched({ db, now, changes }: StoreContext) {
  const one = db.prepare<[number], Row>(
    `SELECT made.id, made.version, made.touch, made.path, own.id AS own_id, own.job_id, own.photograph_id, own.operation,
       own.element, own.path AS own_path, own.box
     FROM results made JOIN results own ON own.job_id = made.job_id AND own.step = made.step AND own.kind = made.kind
       AND own.element = made.element AND own.version = 0
     WHERE made.id = ? AND made.kind = 'image' AND own.photograph_id IS NOT NULL`,
  );
  const next = db
    .prepare<[{ ownId: number }], number>(
      `SELECT 1 + max(coalesce((SELECT max(made.version) FROM results made WHERE made.job_id = own.job_id
           AND made.step = own.step AND made.kind = own.kind AND made.element = own.element), 0),
         coalesce((SELECT max(version) FROM written_files WHERE job_id = own.job_id AND step = own.step
           AND element = own.element), 0))
       FROM results own WHERE own.id = @ownId`,
    )
    .pluck();
  const note = db.prepare(
    `INSERT OR REPLACE INTO written_files (path, hash, bytes, job_id, step, element, at, version, touch)
     SELECT @path, @hash, @bytes, job_id, step, element, @at, @version, @touch FROM results WHERE id = @ownId`,
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
  const drop = db.prepare('DELETE FROM written_files WHERE path = ? AND version > 0');
  const unnoted = db.prepare<[], UnnotedVersion>('SELECT path, hash FROM written_files WHERE touch IS NOT NULL');
  const at = db.prepare<[string], { id: number; photograph_id: number }>(
    'SELECT id, photograph_id FROM results WHERE path = ? AND version > 0',
  );
  const remove = db.prepare<[number], { path: string; photograph_id: number }>(
    'DELETE FROM results WHERE id = ? AND version > 0 RETURNING path, photograph_id',
  );
  const finish = db.transaction((path: string): number | null => {
    insert.run({ path, at: now() });
    noted.run(path);
    const made = at.get(path);
    if (made) changes.photographs([made.photograph_id]);
    return made?.id ?? null;
  });

  return {
    /** Null for an analysis, and for what is gone. */
    of(id: number): Touchable | null {
      const row = one.get(id);
      if (!row) return null;
      return {
        id,
        version: row.version,
        touch: row.touch === null ? null : (touchSchema.safeParse(JSON.parse(row.touch)).data ?? null),
        path: row.path,
        own: {
          id: row.own_id,
          jobId: row.job_id,
          photographId: row.photograph_id,
          operation: row.operation,
          element: row.element,
          path: row.own_path,
          box: row.box === null ? null : (JSON.parse(row.box) as Box),
        },
      };
    },
    /** The number of the next version of a result. */
    nextVersion: (ownId: number): number => next.get({ ownId }) ?? 1,
    /** Notes the file of a new version just before it gets its name: whoever finds it there knows whose it is, and what made it. */
    note: (ownId: number, version: number, file: WrittenFile, touch: Touch): void =>
      void note.run({ ...file, ownId, version, touch: JSON.stringify(touch), at: now() }),
    /** Takes the note back: the file is not there. */
    forget: (path: string): void => void drop.run(path),
    /** A noted file has its name: it is a result from now on. Its id; null where its result is gone. Once or twice is the same. */
    finish: (path: string): number | null => finish.immediate(path),
    /** What was noted and not finished: by a process that was killed, or one that is just about to. */
    unfinished: (): UnnotedVersion[] => unnoted.all(),
    /** Takes a version that was made by hand off its photograph, and forgets its file. */
    remove: db.transaction((id: number): void => {
      const row = remove.get(id);
      if (!row) return;
      drop.run(row.path);
      changes.photographs([row.photograph_id]);
    }),
  };
}

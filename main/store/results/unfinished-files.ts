/** Files outside the data folder that are being written or moved, each with its process. */
import type { Database } from 'better-sqlite3';
import type { ProcessLock } from '../database/process-lock.ts';
import type { QueueContext } from '../store-context.ts';

/** A file with two names during its move. Paths are absolute. */
export interface MovedFile {
  readonly from: string;
  readonly to: string;
  /** SHA-256, hex. */
  readonly hash: string;
}

/** A move of a result by an export (`result`), or of an original to “Done” and `back`. */
export interface FileMove extends MovedFile {
  readonly kind: 'result' | 'done' | 'back';
  /** Id of the result or photograph. */
  readonly subject: number;
  /** XMP files. */
  readonly sidecars: readonly MovedFile[];
}

interface UnfinishedRow extends MovedFile {
  readonly kind: FileMove['kind'] | 'temporary';
  readonly subject: number;
  readonly is_sidecar: 0 | 1;
}

type Subject = Pick<FileMove, 'kind' | 'subject'>;

interface UnfinishedFiles {
  readonly temporaries: readonly string[];
  readonly moves: readonly FileMove[];
}

export type UnfinishedFileList = ReturnType<typeof unfinishedFiles>;

export function unfinishedFiles({ db, now, lightly }: QueueContext, processes: ProcessLock) {
  const statements = prepareStatements(db);
  const add = (row: Omit<UnfinishedRow, 'is_sidecar'> | { kind: 'temporary'; to: string }, isSidecar: 0 | 1): void =>
    void statements.put.run({
      from: null,
      hash: null,
      subject: null,
      ...row,
      isSidecar,
      owner: processes.id(),
      at: now(),
    });
  const isTaken = (path: string) => statements.byPath.get(path) !== undefined;

  return {
    temporary: {
      /** Notes a file or folder before it is created. The note of another process stays. */
      add: (path: string): void => lightly(() => add({ kind: 'temporary', to: path }, 0)),
      remove: (path: string): void => void lightly(() => statements.drop.run(path, processes.id())),
      list: (): string[] => [...grouped(statements.all.all()).temporaries],
    },
    /** Returns false if one of the names is in use. */
    addMove({ kind, subject, from, to, hash, sidecars }: FileMove): boolean {
      if (isTaken(to) || sidecars.some((sidecar) => isTaken(sidecar.to))) return false;
      add({ kind, subject, from, to, hash }, 0);
      for (const sidecar of sidecars) add({ kind, subject, ...sidecar }, 1);
      return true;
    },
    removeMove: ({ kind, subject }: Subject): void => void statements.dropSubject.run({ kind, subject }),
    /** Whether any process has an unfinished move of the file. */
    isMoving: ({ kind, subject }: Subject): boolean => statements.bySubject.get({ kind, subject }) !== undefined,
    list: (): UnfinishedFiles => grouped(statements.all.all()),
    /** Takes over the entries of processes that have ended, and returns them. */
    adopt(): UnfinishedFiles {
      if (statements.any.get() === undefined) return { temporaries: [], moves: [] };
      const self = processes.id();
      // In the transaction, because processes have their lock before entries.
      const take = db.transaction(() => statements.adopt.all({ self, others: JSON.stringify(processes.listOthers()) }));
      return grouped(take.immediate());
    },
    /** Leaves entries to the next attempt. */
    release: db.transaction((paths: readonly string[]): void => {
      for (const path of paths) statements.disown.run(path);
    }),
  };
}

const columns = 'kind, subject, from_path AS "from", path AS "to", hash, is_sidecar';
// `done` and `back` have the same subject, a photograph.
const ofSubject = `subject = @subject AND (kind = 'result') = (@kind = 'result')`;

function prepareStatements(db: Database) {
  return {
    put: db.prepare(
      `INSERT INTO unfinished_files (path, kind, from_path, hash, subject, is_sidecar, owner, at)
       VALUES (@to, @kind, @from, @hash, @subject, @isSidecar, @owner, @at) ON CONFLICT DO NOTHING`,
    ),
    drop: db.prepare<[string, string]>(
      `DELETE FROM unfinished_files WHERE path = ? AND owner = ? AND kind = 'temporary'`,
    ),
    dropSubject: db.prepare<[Subject]>(`DELETE FROM unfinished_files WHERE ${ofSubject}`),
    byPath: db.prepare<[string], number>('SELECT 1 FROM unfinished_files WHERE path = ?').pluck(),
    bySubject: db.prepare<[Subject], number>(`SELECT 1 FROM unfinished_files WHERE ${ofSubject} LIMIT 1`).pluck(),
    all: db.prepare<[], UnfinishedRow>(`SELECT ${columns} FROM unfinished_files ORDER BY at, path`),
    any: db.prepare<[], number>('SELECT 1 FROM unfinished_files LIMIT 1').pluck(),
    adopt: db.prepare<[{ self: string; others: string }], UnfinishedRow>(
      `UPDATE unfinished_files SET owner = @self
       WHERE owner IS NULL OR (owner <> @self AND owner NOT IN (SELECT value FROM json_each(@others)))
       RETURNING ${columns}`,
    ),
    disown: db.prepare<[string]>('UPDATE unfinished_files SET owner = NULL WHERE path = ?'),
  };
}

function grouped(rows: readonly UnfinishedRow[]): UnfinishedFiles {
  const temporaries = rows.filter(({ kind }) => kind === 'temporary').map(({ to }) => to);
  const moves = rows.flatMap(({ kind, subject, from, to, hash, is_sidecar }): FileMove[] => {
    if (kind === 'temporary' || is_sidecar === 1) return [];
    const sidecars = rows
      .filter((each) => each.is_sidecar === 1 && each.kind === kind && each.subject === subject)
      .map((each) => ({ from: each.from, to: each.to, hash: each.hash }));
    return [{ kind, subject, from, to, hash, sidecars }];
  });
  return { temporaries, moves };
}

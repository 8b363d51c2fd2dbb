/** The list of files outside the data folder that are being written or moved, each with the process that is at work on it. */
import type { ProcessLock } from '../database/process-lock.ts';
import type { QueueContext } from '../store-context.ts';

/** A file that has two names while it is moved. Paths are absolute. */
export interface MovedFile {
  readonly from: string;
  readonly to: string;
  /** SHA-256 of its content, hex. */
  readonly hash: string;
}

/** A move of a result by an export (`result`), or of an original to “Done” and back. */
export interface FileMove extends MovedFile {
  readonly kind: 'result' | 'done' | 'back';
  /** Id of the result or photograph. */
  readonly subject: number;
  /** XMP files that go where the file goes. */
  readonly sidecars: readonly MovedFile[];
}

interface UnfinishedRow extends MovedFile {
  readonly kind: FileMove['kind'] | 'temporary';
  readonly subject: number;
  readonly is_sidecar: 0 | 1;
}

type Subject = Pick<FileMove, 'kind' | 'subject'>;

export interface UnfinishedFiles {
  /** Absolute paths of temporary files and folders. */
  readonly temporaries: readonly string[];
  readonly moves: readonly FileMove[];
}

export type UnfinishedFileList = ReturnType<typeof unfinishedFiles>;

export function unfinishedFiles({ db, now, lightly }: QueueContext, processes: ProcessLock) {
  const columns = 'kind, subject, from_path AS "from", path AS "to", hash, is_sidecar';
  const put = db.prepare(
    `INSERT INTO unfinished_files (path, kind, from_path, hash, subject, is_sidecar, owner, at)
     VALUES (@to, @kind, @from, @hash, @subject, @isSidecar, @owner, @at) ON CONFLICT DO NOTHING`,
  );
  const hasPath = db.prepare<[string], number>('SELECT 1 FROM unfinished_files WHERE path = ?').pluck();
  const drop = db.prepare<[string, string]>(
    `DELETE FROM unfinished_files WHERE path = ? AND owner = ? AND kind = 'temporary'`,
  );
  const disown = db.prepare<[string]>('UPDATE unfinished_files SET owner = NULL WHERE path = ?');
  // An original that goes to “Done” and one that comes back are the same photograph.
  const ofSubject = `subject = @subject AND (kind = 'result') = (@kind = 'result')`;
  const hasSubject = db.prepare<[Subject], number>(`SELECT 1 FROM unfinished_files WHERE ${ofSubject} LIMIT 1`).pluck();
  const dropSubject = db.prepare<[Subject]>(`DELETE FROM unfinished_files WHERE ${ofSubject}`);
  const all = db.prepare<[], UnfinishedRow>(`SELECT ${columns} FROM unfinished_files ORDER BY at, path`);
  const hasAny = db.prepare<[], number>('SELECT 1 FROM unfinished_files LIMIT 1').pluck();
  const adopt = db.prepare<[{ self: string; others: string }], UnfinishedRow>(
    `UPDATE unfinished_files SET owner = @self
     WHERE owner IS NULL OR (owner <> @self AND owner NOT IN (SELECT value FROM json_each(@others)))
     RETURNING ${columns}`,
  );
  const add = (row: Omit<UnfinishedRow, 'is_sidecar'> | { kind: 'temporary'; to: string }, isSidecar: 0 | 1): void =>
    void put.run({ from: null, hash: null, subject: null, ...row, isSidecar, owner: processes.id(), at: now() });

  return {
    temporary: {
      /**
       * Notes a file or folder that is about to be made, and is removed after a kill. The note of another process stays.
       * @param path absolute
       */
      add: (path: string): void => lightly(() => add({ kind: 'temporary', to: path }, 0)),
      /** The file is gone, or complete under its name. */
      remove: (path: string): void => void lightly(() => drop.run(path, processes.id())),
      list: (): string[] => [...grouped(all.all()).temporaries],
    },
    /** Notes a move that is about to begin. @returns false if another process is at work on one of its names */
    addMove({ kind, subject, from, to, hash, sidecars }: FileMove): boolean {
      if ([to, ...sidecars.map((each) => each.to)].some((path) => hasPath.get(path) !== undefined)) return false;
      add({ kind, subject, from, to, hash }, 0);
      for (const sidecar of sidecars) add({ kind, subject, ...sidecar }, 1);
      return true;
    },
    /** The move is over, or did not take place. */
    removeMove: ({ kind, subject }: Subject): void => void dropSubject.run({ kind, subject }),
    /** Whether a move of the same file is unfinished, here or in another process. */
    isMoving: ({ kind, subject }: Subject): boolean => hasSubject.get({ kind, subject }) !== undefined,
    list: (): UnfinishedFiles => grouped(all.all()),
    /** Makes this process the owner of all entries whose own process has ended, and returns them. */
    adopt(): UnfinishedFiles {
      if (hasAny.get() === undefined) return { temporaries: [], moves: [] };
      const self = processes.id();
      // In the transaction, because a process has its lock before it has an entry.
      const take = db.transaction(() => adopt.all({ self, others: JSON.stringify(processes.listOthers()) }));
      return grouped(take.immediate());
    },
    /** Leaves entries that could not be finished to the next attempt. */
    release: db.transaction((paths: readonly string[]): void => {
      for (const path of paths) disown.run(path);
    }),
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

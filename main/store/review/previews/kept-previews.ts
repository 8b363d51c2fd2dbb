/** Small pictures that are kept of photographs and results: which there are, which are to be made, and which make way first. */
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import type { PreviewUsage } from '../../../../contract/review/file-availability.ts';
import type { StoredPath } from '../../../files/stored-path.ts';
import type { StoreContext } from '../../store-context.ts';

/** What a picture is of. */
export interface PreviewSubject {
  readonly subject: 'photograph' | 'result';
  readonly id: number;
}

export interface KeptPreview extends PreviewSubject {
  /** 32 hex digits: its file is called so, and says nothing else. */
  readonly name: string;
  readonly bytes: number;
}

/** A picture that is to be made. */
export interface PendingPreview extends PreviewSubject {
  readonly photographId: number;
  /** Absolute; where its file may be, the likeliest first. */
  readonly paths: readonly StoredPath[];
  /** The file's size; another one is another file. Null where any will do. */
  readonly bytes: number | null;
  readonly tries: number;
  /** When its photograph was last finished, ms since 1970. */
  readonly at: number;
}

/** @property tries how often it was tried by then */
export type DeferredPreview = PreviewSubject & { readonly dueAt: number; readonly tries: number };

/** A picture that was made; its file is there. */
export type MadePreview = KeptPreview & { readonly width: number; readonly height: number };

type ToKeepRow = PreviewSubject & {
  photographId: number;
  path: StoredPath | null;
  foundPath: StoredPath | null;
  bytes: number | null;
  tries: number;
  at: number;
};

const subjectCondition = 'subject = @subject AND subject_id = @id';
/** Shown again within this time (ms), nothing is written. */
const usedEvery = 24 * 60 * 60 * 1000;

export type KeptPreviews = ReturnType<typeof keptPreviews>;

/** @param folder absolute; of the pictures */
export function keptPreviews({ db, now }: StoreContext, folder: string) {
  const bySubject = db.prepare<[PreviewSubject], KeptPreview>(
    `SELECT subject, subject_id AS id, name, bytes FROM kept_previews WHERE ${subjectCondition}`,
  );
  const space = db.prepare<[], PreviewUsage>('SELECT pictures, bytes FROM kept_space');
  const due = db.prepare<[{ isLate: 0 | 1; now: number; limit: number }], ToKeepRow>(
    `SELECT todo.subject, todo.subject_id AS id, todo.photograph_id AS photographId, tries, at,
       iif(todo.subject = 'result', results.path, source_path) AS path,
       iif(todo.subject = 'result', NULL, found_originals.path) AS foundPath,
       iif(todo.subject = 'result', NULL, photographs.bytes) AS bytes
     FROM previews_to_keep AS todo
     JOIN photographs ON photographs.id = todo.photograph_id
     LEFT JOIN results ON todo.subject = 'result' AND results.id = todo.subject_id
     LEFT JOIN found_originals ON found_originals.photograph_id = todo.photograph_id
     WHERE is_late = @isLate AND due_at <= @now ORDER BY due_at, turn LIMIT @limit`,
  );
  const isNew = db
    .prepare<[number], number>(
      `SELECT 1 FROM previews_to_keep WHERE subject = 'photograph' AND subject_id = ? AND is_late = 0`,
    )
    .pluck();
  const newest = db
    .prepare<[number], number>('SELECT count(*) FROM (SELECT 1 FROM previews_to_keep WHERE is_late = 0 LIMIT ?)')
    .pluck();
  const put = db.prepare(
    `INSERT INTO kept_previews (subject, subject_id, photograph_id, name, bytes, width, height, made_at, used_at, picked)
     SELECT @subject, @id, id, @name, @bytes, @width, @height, @now, @at, flag = 1 FROM photographs WHERE id = @photographId
     ON CONFLICT (subject, subject_id) DO UPDATE SET name = excluded.name, bytes = excluded.bytes, width = excluded.width,
       height = excluded.height, made_at = excluded.made_at, used_at = max(used_at, excluded.used_at)`,
  );
  const settle = db.prepare(`DELETE FROM previews_to_keep WHERE ${subjectCondition}`);
  const later = db.prepare(`UPDATE previews_to_keep SET due_at = @dueAt, tries = @tries WHERE ${subjectCondition}`);
  const drop = db.prepare(`DELETE FROM kept_previews WHERE ${subjectCondition} AND name = @name`);
  const oldest = db.prepare<[{ limit: number; offset: number }], KeptPreview>(
    `SELECT subject, subject_id AS id, name, bytes FROM kept_previews ORDER BY picked, used_at LIMIT @limit OFFSET @offset`,
  );
  const ofPhotographs = db.prepare<[string], KeptPreview & { photographId: number }>(
    `SELECT subject, subject_id AS id, name, bytes, photograph_id AS photographId FROM kept_previews
     WHERE photograph_id IN (SELECT value FROM json_each(?))`,
  );
  const neverOf = db.prepare('DELETE FROM previews_to_keep WHERE photograph_id IN (SELECT value FROM json_each(?))');
  const use = db.prepare(
    `UPDATE kept_previews SET used_at = @now WHERE ${subjectCondition} AND used_at < @now - ${usedEvery}`,
  );
  const named = db.prepare<[string, string], KeptPreview>(
    'SELECT subject, subject_id AS id, name, bytes FROM kept_previews WHERE name >= ? AND name < ?',
  );
  const keepAll = db.transaction(
    (made: MadePreview, { photographId, at }: Pick<PendingPreview, 'photographId' | 'at'>) => {
      const before = bySubject.get({ subject: made.subject, id: made.id }) ?? null;
      put.run({ ...made, photographId, at, now: now() });
      settle.run({ subject: made.subject, id: made.id });
      return before;
    },
  );

  return {
    /** Absolute; of the pictures. */
    folder,
    /** Absolute path of a picture's file. */
    fileOf: ({ name }: Pick<KeptPreview, 'name'>): string => join(folder, name.slice(0, 2), `${name}.webp`),
    find: ({ subject, id }: PreviewSubject): KeptPreview | null => bySubject.get({ subject, id }) ?? null,
    /** Those of photographs, and of all their results. */
    ofPhotographs: (ids: readonly number[]) => ofPhotographs.all(JSON.stringify(ids)),
    space: (): PreviewUsage => space.get() ?? { pictures: 0, bytes: 0 },
    /** What is to be made now, in turn. @param isLate of work that was done before previews were kept */
    due: (isLate: boolean, limit: number): PendingPreview[] =>
      due.all({ isLate: isLate ? 1 : 0, now: now(), limit }).map(({ path, foundPath, ...row }) => ({
        ...row,
        paths: [foundPath, path].filter((each) => each !== null),
      })),
    /** Absolute path under which a stage may leave the photograph itself, so that its card may go. */
    waitingFile: (photographId: number): string => join(folder, 'waiting', String(photographId)),
    /** True where a picture of a photograph that was just finished is still to be made. */
    isToBeKept: (photographId: number): boolean => isNew.get(photographId) !== undefined,
    /** True where at least `count` pictures of what was just finished are to be made. */
    areMany: (count: number): boolean => newest.get(count) === count,
    /** Notes a picture that was made; returns the one that was kept until then, whose file is to be removed. */
    keep: (made: MadePreview, item: Pick<PendingPreview, 'photographId' | 'at'>): KeptPreview | null =>
      keepAll.immediate(made, item),
    /** Of these no picture is to be made any more. */
    settle: db.transaction((items: readonly PreviewSubject[]) => {
      for (const { subject, id } of items) settle.run({ subject, id });
    }),
    /** These are looked at again, not before `dueAt` (ms since 1970). */
    later: db.transaction((items: readonly DeferredPreview[]) => {
      for (const { subject, id, dueAt, tries } of items) later.run({ subject, id, dueAt, tries });
    }),
    /** Those that make way first: the longest not used, of photographs that are not picked. */
    oldest: (limit: number, offset = 0): KeptPreview[] => oldest.all({ limit, offset }),
    /** Forgets pictures whose files are gone. */
    drop: db.transaction((gone: readonly KeptPreview[]) => {
      for (const { subject, id, name } of gone) drop.run({ subject, id, name });
    }),
    /** These were shown in the place of their files. */
    used: db.transaction((shown: readonly PreviewSubject[]) => {
      for (const { subject, id } of shown) use.run({ subject, id, now: now() });
    }),
    /** Pictures whose names begin with two hex digits. */
    named: (start: string): KeptPreview[] => named.all(start, `${start}g`),
    /** Of what there is now, nothing is to be kept that is not yet. */
    settleAll: (): void => void db.exec('DELETE FROM previews_to_keep'),
    /** The same of photographs and their results. */
    settleOf: (photographIds: readonly number[]): void => void neverOf.run(JSON.stringify(photographIds)),
  };
}

/** Puts right what a repaired database says of kept previews, before photographs are made anew under numbers that may have been others'. */
export function repairKeptPreviews(db: Database): void {
  db.exec(`
    DELETE FROM kept_previews WHERE photograph_id NOT IN (SELECT id FROM photographs)
      OR (subject = 'result' AND subject_id NOT IN (SELECT id FROM results));
    DELETE FROM previews_to_keep WHERE EXISTS (SELECT 1 FROM kept_previews
      WHERE kept_previews.subject = previews_to_keep.subject AND kept_previews.subject_id = previews_to_keep.subject_id);
    UPDATE previews_to_keep SET is_late = 1, turn = -turn;
    DELETE FROM found_originals WHERE photograph_id NOT IN (SELECT id FROM photographs);
  `);
}

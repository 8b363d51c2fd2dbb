/** Previews to be made. A trigger adds rows for finished work. */
import type { StoredPath } from '../../../files/stored-path.ts';
import type { StoreContext } from '../../store-context.ts';

export interface PreviewSubject {
  readonly subject: 'photograph' | 'result';
  readonly id: number;
}

export interface PendingPreview extends PreviewSubject {
  readonly photographId: number;
  /** Absolute; the likeliest first. */
  readonly paths: readonly StoredPath[];
  /** Expected size of the file; null = any. */
  readonly bytes: number | null;
  readonly tries: number;
  /** Time (ms since 1970) when its photograph was finished. */
  readonly at: number;
}

/** @property tries attempts */
export type DeferredPreview = PreviewSubject & { readonly dueAt: number; readonly tries: number };

type PendingRow = Omit<PendingPreview, 'paths'> & { path: StoredPath | null; foundPath: StoredPath | null };

export const isOfSubject = 'subject = @subject AND subject_id = @id';

const previewsDue = `SELECT todo.subject, todo.subject_id AS id, todo.photograph_id AS photographId, tries, at,
    iif(todo.subject = 'result', results.path, source_path) AS path,
    iif(todo.subject = 'result', NULL, found_originals.path) AS foundPath,
    iif(todo.subject = 'result', NULL, photographs.bytes) AS bytes
  FROM previews_to_keep AS todo
  JOIN photographs ON photographs.id = todo.photograph_id
  LEFT JOIN results ON todo.subject = 'result' AND results.id = todo.subject_id
  LEFT JOIN found_originals ON found_originals.photograph_id = todo.photograph_id
  WHERE is_late = @isLate AND due_at <= @now ORDER BY due_at, turn LIMIT @limit`;
const newOfPhotograph = `SELECT 1 FROM previews_to_keep
  WHERE subject = 'photograph' AND subject_id = ? AND is_late = 0`;
const countNew = 'SELECT count(*) FROM (SELECT 1 FROM previews_to_keep WHERE is_late = 0 LIMIT ?)';
export const deletePending = `DELETE FROM previews_to_keep WHERE ${isOfSubject}`;
const deleteOfPhotographs = 'DELETE FROM previews_to_keep WHERE photograph_id IN (SELECT value FROM json_each(?))';
const setDue = `UPDATE previews_to_keep SET due_at = @dueAt, tries = @tries WHERE ${isOfSubject}`;

export function pendingPreviews({ db, now }: Pick<StoreContext, 'db' | 'now'>) {
  const selectDue = db.prepare<[{ isLate: 0 | 1; now: number; limit: number }], PendingRow>(previewsDue);
  const findNew = db.prepare<[number], number>(newOfPhotograph).pluck();
  const countUpTo = db.prepare<[number], number>(countNew).pluck();
  const remove = db.prepare<[PreviewSubject]>(deletePending);
  const removeOfPhotographs = db.prepare(deleteOfPhotographs);
  const defer = db.prepare(setDue);
  return {
    /** @param isLate selects work finished before previews were kept */
    due: (isLate: boolean, limit: number): PendingPreview[] =>
      selectDue.all({ isLate: isLate ? 1 : 0, now: now(), limit }).map(({ path, foundPath, ...row }) => ({
        ...row,
        paths: [foundPath, path].filter((candidate) => candidate !== null),
      })),
    /** Whether new work on a photograph is pending. */
    isPending: (photographId: number): boolean => findNew.get(photographId) !== undefined,
    /** Whether at least `count` previews of new work are pending. */
    hasManyPending: (count: number): boolean => countUpTo.get(count) === count,
    settle: db.transaction((items: readonly PreviewSubject[]) => {
      for (const { subject, id } of items) remove.run({ subject, id });
    }),
    /** Defers previews until `dueAt` (ms since 1970). */
    later: db.transaction((items: readonly DeferredPreview[]) => {
      for (const { subject, id, dueAt, tries } of items) defer.run({ subject, id, dueAt, tries });
    }),
    settleAll: (): void => void db.exec('DELETE FROM previews_to_keep'),
    /** Includes previews of results. */
    settleOf: (photographIds: readonly number[]): void => void removeOfPhotographs.run(JSON.stringify(photographIds)),
  };
}

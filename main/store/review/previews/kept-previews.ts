/** Previews, shown if a file is unavailable. The least recently used are removed first. */
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import type { PreviewUsage } from '../../../../contract/review/file-availability.ts';
import type { StoreContext } from '../../store-context.ts';
import {
  deletePending,
  isOfSubject,
  type PendingPreview,
  type PreviewSubject,
  pendingPreviews,
} from './pending-previews.ts';

export interface KeptPreview extends PreviewSubject {
  /** 32 hex digits, the name of its file. */
  readonly name: string;
  readonly bytes: number;
}

/** A new preview, whose file exists. */
export type MadePreview = KeptPreview & { readonly width: number; readonly height: number };

/** Interval between updates of the last use. */
const minUseIntervalMs = 24 * 60 * 60 * 1000;

const previewColumns = 'subject, subject_id AS id, name, bytes';
const previewOfSubject = `SELECT ${previewColumns} FROM kept_previews WHERE ${isOfSubject}`;
const previewsOfPhotographs = `SELECT ${previewColumns}, photograph_id AS photographId FROM kept_previews
  WHERE photograph_id IN (SELECT value FROM json_each(?))`;
const previewsByName = `SELECT ${previewColumns} FROM kept_previews WHERE name >= ? AND name < ?`;
const previewsByUse = `SELECT ${previewColumns} FROM kept_previews ORDER BY picked, used_at LIMIT @limit OFFSET @offset`;
const usedSpace = 'SELECT pictures, bytes FROM kept_space';
const savePreview = `INSERT INTO kept_previews
    (subject, subject_id, photograph_id, name, bytes, width, height, made_at, used_at, picked)
  SELECT @subject, @id, id, @name, @bytes, @width, @height, @now, @at, flag = 1 FROM photographs WHERE id = @photographId
  ON CONFLICT (subject, subject_id) DO UPDATE SET name = excluded.name, bytes = excluded.bytes, width = excluded.width,
    height = excluded.height, made_at = excluded.made_at, used_at = max(used_at, excluded.used_at)`;
const deletePreview = `DELETE FROM kept_previews WHERE ${isOfSubject} AND name = @name`;
const setUsed = `UPDATE kept_previews SET used_at = @now
  WHERE ${isOfSubject} AND used_at < @now - ${minUseIntervalMs}`;

export type KeptPreviews = ReturnType<typeof keptPreviews>;

/** @param folder absolute path of the pictures */
export function keptPreviews(context: StoreContext, folder: string) {
  const { db, now } = context;
  const bySubject = db.prepare<[PreviewSubject], KeptPreview>(previewOfSubject);
  const byPhotographs = db.prepare<[string], KeptPreview & { photographId: number }>(previewsOfPhotographs);
  const byName = db.prepare<[string, string], KeptPreview>(previewsByName);
  const oldest = db.prepare<[{ limit: number; offset: number }], KeptPreview>(previewsByUse);
  const space = db.prepare<[], PreviewUsage>(usedSpace);
  const save = db.prepare(savePreview);
  const remove = db.prepare(deletePreview);
  const markUsed = db.prepare(setUsed);
  const settle = db.prepare<[PreviewSubject]>(deletePending);
  const find = ({ subject, id }: PreviewSubject): KeptPreview | null => bySubject.get({ subject, id }) ?? null;
  const keep = db.transaction((made: MadePreview, item: Pick<PendingPreview, 'photographId' | 'at'>) => {
    const { subject, id } = made;
    const previous = find(made);
    save.run({ ...made, photographId: item.photographId, at: item.at, now: now() });
    settle.run({ subject, id });
    return previous;
  });

  return {
    ...pendingPreviews(context),
    folder,
    fileOf: ({ name }: Pick<KeptPreview, 'name'>): string => join(folder, name.slice(0, 2), `${name}.webp`),
    /** Returns the path of a copy kept until the preview is made, because cards are removed. */
    waitingFile: (photographId: number): string => join(folder, 'waiting', String(photographId)),
    find,
    ofPhotographs: (ids: readonly number[]) => byPhotographs.all(JSON.stringify(ids)),
    /** @param start two hex digits */
    named: (start: string): KeptPreview[] => byName.all(start, `${start}g`),
    /** Returns the least recently used, picked photographs last. */
    oldest: (limit: number, offset = 0): KeptPreview[] => oldest.all({ limit, offset }),
    space: (): PreviewUsage => space.get() ?? { pictures: 0, bytes: 0 },
    /** Returns the replaced preview, whose file must be removed. */
    keep: (made: MadePreview, item: Pick<PendingPreview, 'photographId' | 'at'>): KeptPreview | null =>
      keep.immediate(made, item),
    drop: db.transaction((previews: readonly KeptPreview[]) => {
      for (const { subject, id, name } of previews) remove.run({ subject, id, name });
    }),
    /** Notes that previews were shown. */
    used: db.transaction((subjects: readonly PreviewSubject[]) => {
      for (const { subject, id } of subjects) markUsed.run({ subject, id, now: now() });
    }),
  };
}

/** Repairs rows before new photographs get the ids of lost ones. */
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

/** How far the photographs of a watch folder are, over all its batches. */
import type { Database } from 'better-sqlite3';
import type { FolderProgress } from '../../../contract/intake/watch-folder.ts';

/** Counts in an index alone: a folder may have years of photographs. */
export function folderProgress(db: Database): (id: string) => FolderProgress {
  const counts = db.prepare<[string], Omit<FolderProgress, 'lastAt'>>(
    `SELECT count(*) AS total,
            count(*) FILTER (WHERE state = 'done') AS done,
            count(*) FILTER (WHERE state = 'failed') AS failed,
            count(*) FILTER (WHERE state = 'uncertain') AS undecided
     FROM jobs INDEXED BY jobs_of_batch WHERE batch_id IN (SELECT id FROM batches WHERE folder_id = ?)`,
  );
  const last = db
    .prepare<[string], number | null>(
      `SELECT max(created_at) FROM jobs WHERE batch_id =
         (SELECT id FROM batches WHERE folder_id = ? AND EXISTS (SELECT 1 FROM jobs WHERE batch_id = batches.id)
          ORDER BY id DESC LIMIT 1)`,
    )
    .pluck();
  return (id) => ({
    ...(counts.get(id) ?? { total: 0, done: 0, failed: 0, undecided: 0 }),
    lastAt: last.get(id) ?? null,
  });
}

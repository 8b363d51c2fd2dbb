/** Watch folders, and how their jobs stand. */
import { type WatchFolderStatus, watchFolderSchema } from '../../../preload/contract/folder.ts';
import type { StoreContext } from '../context.ts';
import { namedJson } from './named-json.ts';

export function folders(context: StoreContext) {
  const counts = context.db.prepare<[string], WatchFolderStatus['counts']>(
    `SELECT count(*) AS total,
            count(*) FILTER (WHERE state = 'done') AS done,
            count(*) FILTER (WHERE state IN ('failed', 'uncertain')) AS failed
     FROM jobs WHERE batch_id IN (SELECT id FROM batches WHERE folder_id = ?)`,
  );
  return {
    ...namedJson(context, 'folders', 'folder', (document) => watchFolderSchema.safeParse(document).data ?? null),
    counts: (id: string): WatchFolderStatus['counts'] => counts.get(id) ?? { total: 0, done: 0, failed: 0 },
  };
}

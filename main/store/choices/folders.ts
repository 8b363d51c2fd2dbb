/** Watch folders, and how their jobs stand. */
import { type WatchFolderStatus, watchFolderSchema } from '../../../preload/contract/folder.ts';
import type { StoreContext } from '../context.ts';
import { namedJson } from './named-json.ts';

export function folders(context: StoreContext) {
  type Tally = WatchFolderStatus['counts'] & Pick<WatchFolderStatus, 'lastPhotographAt'>;
  const tally = context.db.prepare<[string], Tally>(
    `SELECT count(*) AS total,
            count(*) FILTER (WHERE state = 'done') AS done,
            count(*) FILTER (WHERE state IN ('failed', 'uncertain')) AS failed,
            max(created_at) AS lastPhotographAt
     FROM jobs WHERE batch_id IN (SELECT id FROM batches WHERE folder_id = ?)`,
  );
  return {
    ...namedJson(context, 'folders', 'folder', (document) => watchFolderSchema.safeParse(document).data ?? null),
    /** What has come out of a folder, and when its newest photograph was taken in. */
    progress(id: string): Pick<WatchFolderStatus, 'counts' | 'lastPhotographAt'> {
      const { lastPhotographAt = null, ...counts } = tally.get(id) ?? { total: 0, done: 0, failed: 0 };
      return { counts, lastPhotographAt };
    },
  };
}

/** On which disks the output folders of batches were, when something was first written there. */
import type { StoreContext } from '../store-context.ts';

export interface OutputDisk {
  /** Absolute: where the disk or share is mounted; null for one that is always there. */
  readonly mount: string | null;
}

export type OutputDisks = ReturnType<typeof outputDisks>;

export function outputDisks({ db }: Pick<StoreContext, 'db'>) {
  const forBatch = db.prepare<[number, string], OutputDisk>(
    'SELECT mount FROM output_disks WHERE batch_id = ? AND folder = ?',
  );
  const newest = db.prepare<[string], OutputDisk>(
    'SELECT mount FROM output_disks WHERE folder = ? ORDER BY batch_id DESC LIMIT 1',
  );
  const note = db.prepare('INSERT OR REPLACE INTO output_disks (batch_id, folder, mount) VALUES (?, ?, ?)');
  return {
    /** Null where the batch has not written there. @param folder absolute */
    of: (batchId: number, folder: string): OutputDisk | null => forBatch.get(batchId, folder) ?? null,
    /** The same for the newest batch that has. */
    newest: (folder: string): OutputDisk | null => newest.get(folder) ?? null,
    note: (batchId: number, folder: string, { mount }: OutputDisk): void => void note.run(batchId, folder, mount),
  };
}

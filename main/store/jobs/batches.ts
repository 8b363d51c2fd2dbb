/** Batches: the jobs that came in by one drop, one scan or one command. */
import type { Batch, JobOrigin, JobState } from '../../../contract/job.ts';
import type { Message } from '../../../contract/sentence.ts';
import type { StoreContext } from '../context.ts';
import { readMessage, storedMessage } from '../messages.ts';
import type { Followers } from './followers.ts';

export interface NewBatch {
  readonly title: Message;
  readonly origin: JobOrigin;
  readonly folderId: string | null;
}

interface BatchRow {
  id: number;
  title: string;
  origin: JobOrigin;
  folder_id: string | null;
  held: 0 | 1;
  proofs: 0 | 1;
  created_at: number;
  station: string | null;
  person: string | null;
}

export function batches({ db, now, changes }: StoreContext, followers: Followers) {
  const columns = 'SELECT *, EXISTS (SELECT 1 FROM proofs WHERE batch_id = batches.id) AS proofs FROM batches';
  const insert = db.prepare('INSERT INTO batches (title, origin, folder_id, created_at) VALUES (?, ?, ?, ?)');
  const removeEmpty = db.prepare(
    `DELETE FROM batches WHERE id = ? AND NOT EXISTS (SELECT 1 FROM jobs WHERE batch_id = batches.id)
       AND NOT EXISTS (SELECT 1 FROM proofs WHERE batch_id = batches.id)`,
  );
  const one = db.prepare<[number], BatchRow>(`${columns} WHERE id = ?`);
  const newest = db.prepare<[number], BatchRow>(
    `${columns} WHERE EXISTS (SELECT 1 FROM jobs WHERE batch_id = batches.id AND removed_at IS NULL)
       OR EXISTS (SELECT 1 FROM results WHERE batch_id = batches.id) OR proofs
     ORDER BY id DESC LIMIT ?`,
  );
  const ofFolder = db.prepare<[string], BatchRow>(`${columns} WHERE folder_id = ? ORDER BY id DESC LIMIT 1`);
  const setHeld = db.prepare('UPDATE batches SET held = ? WHERE id = ?');
  const tellOthers = db.prepare(
    `INSERT INTO studio_words (shared_id, word) SELECT shared_id, @word FROM jobs WHERE batch_id = @id AND state = 'queued' AND station IS NOT NULL`,
  );
  const queued = db.prepare<[number], number>(`SELECT id FROM jobs WHERE batch_id = ? AND state = 'queued'`).pluck();
  const counts = db.prepare<[number], { state: JobState; n: number }>(
    'SELECT state, count(*) AS n FROM jobs WHERE batch_id = ? GROUP BY state',
  );

  const holdInOne = db.transaction((id: number, held: boolean) => {
    setHeld.run(held ? 1 : 0, id);
    tellOthers.run({ id, word: held ? 'hold' : 'go-on' });
    followers.settleFor(queued.all(id));
  });

  return {
    create(batch: NewBatch): number {
      changes.list('batches');
      return Number(insert.run(storedMessage(batch.title), batch.origin, batch.folderId, now()).lastInsertRowid);
    },
    /** Takes a batch back into which no job came. */
    removeEmpty: (id: number): void => void removeEmpty.run(id),
    get: (id: number): Batch | null => read(one.get(id)),
    /** Newest first; batches without anything to show are left out. */
    list: (limit = 1000): Batch[] => newest.all(limit).map(toBatch),
    /** The newest batch that came from a watch folder. */
    latestOfFolder: (folderId: string): Batch | null => read(ofFolder.get(folderId)),
    /** Holds back the batch's jobs that have not begun; what runs goes on. */
    setHeld(id: number, held: boolean): void {
      holdInOne.immediate(id, held);
      changes.list('batches');
    },
    counts: (id: number): Partial<Record<JobState, number>> =>
      Object.fromEntries(counts.all(id).map(({ state, n }) => [state, n])),
  };
}

function read(row: BatchRow | undefined): Batch | null {
  return row ? toBatch(row) : null;
}

function toBatch(row: BatchRow): Batch {
  return {
    id: row.id,
    title: readMessage(row.title),
    origin: row.origin,
    folderId: row.folder_id,
    createdAt: row.created_at,
    held: row.held === 1,
    proofs: row.proofs === 1,
    by: row.station === null ? null : { station: row.station, person: row.person ?? '' },
  };
}

/**
 * Unsent progress (`studio_outbox`, filled mostly by triggers), photographs to add to the studio (`studio_offers`),
 * and ids of batches (`studio_batches`).
 */
import type { Database } from 'better-sqlite3';
import { finalStates } from '../../../../contract/jobs/job.ts';
import { stateList } from '../job-rows.ts';

/** A change of a shared job, in the order of events. */
export interface OutboxRow {
  readonly id: number;
  readonly jobId: number;
  readonly sharedId: number;
  readonly fence: number;
  readonly kind: 'not-taken' | 'task' | 'answered' | 'over' | 'settled' | 'reopened';
  readonly step: number;
  readonly taskId: string | null;
}

const listSql = `SELECT id, job_id AS jobId, shared_id AS sharedId, fence, kind, step, task_id AS taskId
  FROM studio_outbox ORDER BY id LIMIT ?`;

const addFinalSql = `INSERT INTO studio_outbox (job_id, shared_id, fence, kind, step)
  SELECT id, shared_id, fence, 'settled', step FROM jobs WHERE id = ? AND state IN (${stateList(finalStates)})`;

export function studioOutbox(db: Database) {
  const list = db.prepare<[number], OutboxRow>(listSql);
  const addFinal = db.prepare(addFinalSql);
  const setFence = db.prepare('UPDATE studio_outbox SET fence = ? WHERE job_id = ?');
  const remove = db.prepare('DELETE FROM studio_outbox WHERE id = ?');
  const clear = db.prepare('DELETE FROM studio_outbox WHERE job_id = ?');
  const anyOfJob = db.prepare<[number], number>('SELECT 1 FROM studio_outbox WHERE job_id = ? LIMIT 1').pluck();
  const anyTask = db
    .prepare<[number], number>(`SELECT 1 FROM studio_outbox WHERE job_id = ? AND kind = 'task' LIMIT 1`)
    .pluck();
  const sharedIds = db.prepare<[], number>('SELECT DISTINCT shared_id FROM studio_outbox').pluck();
  return {
    list: (limit: number): OutboxRow[] => list.all(limit),
    addFinal: (jobId: number): void => void addFinal.run(jobId),
    setFence: (jobId: number, fence: number): void => void setFence.run(fence, jobId),
    remove: (id: number): void => void remove.run(id),
    clear: (jobId: number): void => void clear.run(jobId),
    has: (jobId: number): boolean => anyOfJob.get(jobId) !== undefined,
    hasTask: (jobId: number): boolean => anyTask.get(jobId) !== undefined,
    sharedIds: (): number[] => sharedIds.all(),
  };
}

export function studioOffers(db: Database) {
  const insert = db.prepare('INSERT INTO studio_offers (item) VALUES (?)');
  const list = db.prepare<[number], { id: number; item: string }>(
    'SELECT id, item FROM studio_offers ORDER BY id LIMIT ?',
  );
  const remove = db.prepare('DELETE FROM studio_offers WHERE id = ?');
  const count = db.prepare<[], number>('SELECT count(*) FROM studio_offers').pluck();
  return {
    add: db.transaction((items: readonly unknown[]): void => {
      for (const item of items) insert.run(JSON.stringify(item));
    }),
    list: (limit: number): { readonly id: number; readonly item: unknown }[] =>
      list.all(limit).map(({ id, item }) => ({ id, item: JSON.parse(item) as unknown })),
    done: db.transaction((ids: readonly number[]): void => {
      for (const id of ids) remove.run(id);
    }),
    count: (): number => count.get() ?? 0,
  };
}

export function studioBatches(db: Database) {
  const batch = db.prepare<[number], number>('SELECT batch_id FROM studio_batches WHERE shared_id = ?').pluck();
  const put = db.prepare('INSERT OR REPLACE INTO studio_batches (shared_id, batch_id) VALUES (?, ?)');
  return {
    batchOf: (sharedId: number): number | null => batch.get(sharedId) ?? null,
    keepBatch: (sharedId: number, batchId: number): void => void put.run(sharedId, batchId),
  };
}

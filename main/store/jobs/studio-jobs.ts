/** Jobs of a studio's queue that this station has: which they are, what the studio has still to hear of them, and what is still to be offered. */
import { finalStates, type JobState } from '../../../contract/jobs/job.ts';
import type { MessageDescriptor } from '../../../contract/messages/message.ts';
import type { StoreContext } from '../store-context.ts';
import type { JobEvents } from './job-events.ts';
import { stateList } from './job-rows.ts';

/** A job of the studio's, as this station holds it. */
export interface SharedJob {
  readonly jobId: number;
  readonly sharedId: number;
  readonly fence: number;
  readonly state: JobState;
  readonly profileId: string;
}

/** Something the studio has to hear, in the order it happened. */
export interface OutboxRow {
  readonly id: number;
  readonly jobId: number;
  readonly sharedId: number;
  readonly fence: number;
  readonly kind: 'not-taken' | 'task' | 'answered' | 'over' | 'settled' | 'reopened';
  readonly step: number;
  readonly taskId: string | null;
}

const columns = 'id AS jobId, shared_id AS sharedId, fence, state, profile_id AS profileId';
const resting = stateList(finalStates);

export function sharedJobs({ db, now, changes }: StoreContext, events: JobEvents) {
  const byId = db.prepare<[number], SharedJob>(`SELECT ${columns} FROM jobs WHERE id = ? AND fence IS NOT NULL`);
  const byShared = db.prepare<[number], SharedJob & { fence: number | null }>(
    `SELECT ${columns} FROM jobs WHERE shared_id = ?`,
  );
  const open = db.prepare<[], SharedJob>(
    `SELECT ${columns} FROM jobs INDEXED BY jobs_shared
     WHERE shared_id IS NOT NULL AND fence IS NOT NULL AND state NOT IN (${resting}) ORDER BY id`,
  );
  const doneWithoutFence = db.prepare<[], { jobId: number; sharedId: number }>(
    `SELECT id AS jobId, shared_id AS sharedId FROM jobs INDEXED BY jobs_lost
     WHERE shared_id IS NOT NULL AND fence IS NULL AND station IS NULL AND state = 'done' AND removed_at IS NULL`,
  );
  const bind = db.prepare(
    'UPDATE jobs SET shared_id = @sharedId, fence = @fence, counter = coalesce(@counter, counter) WHERE id = @id',
  );
  const settledHere = db.prepare(
    `INSERT INTO studio_outbox (job_id, shared_id, fence, kind, step)
     SELECT id, shared_id, fence, 'settled', step FROM jobs WHERE id = ? AND state IN (${resting})`,
  );
  const freed = db.prepare('UPDATE jobs SET shared_id = NULL, fence = NULL WHERE shared_id = ?');
  const forgotten = db.prepare(
    `UPDATE jobs SET shared_id = NULL, fence = NULL WHERE shared_id IS NOT NULL AND state IN (${resting})`,
  );
  const noSeconds = db.prepare('UPDATE written_files SET second_of = NULL WHERE second_of IS NOT NULL');
  const fenced = db.prepare('UPDATE jobs SET fence = ? WHERE id = ?');
  const refencedOutbox = db.prepare('UPDATE studio_outbox SET fence = ? WHERE job_id = ?');
  const quiet = db.prepare('DELETE FROM studio_outbox WHERE job_id = ?');
  const ended = db.prepare(
    `UPDATE jobs SET state = 'cancelled', lease = NULL, finished_at = @now WHERE id = @id AND state NOT IN (${resting})`,
  );
  const withdrawn = db.prepare('UPDATE jobs SET removed_at = @now WHERE id = @id');
  const hidden = db.prepare("UPDATE jobs SET removed_at = @now WHERE id = @id AND state <> 'done'");
  const outbox = db.prepare<[number], OutboxRow>(
    `SELECT id, job_id AS jobId, shared_id AS sharedId, fence, kind, step, task_id AS taskId FROM studio_outbox ORDER BY id LIMIT ?`,
  );
  const unheard = db
    .prepare<[number], number>(`SELECT 1 FROM studio_outbox WHERE job_id = ? AND kind = 'task' LIMIT 1`)
    .pluck();
  const anyUnheard = db.prepare<[number], number>('SELECT 1 FROM studio_outbox WHERE job_id = ? LIMIT 1').pluck();
  const unsettled = db.prepare<[], number>('SELECT DISTINCT shared_id FROM studio_outbox').pluck();
  const heard = db.prepare('DELETE FROM studio_outbox WHERE id = ?');
  const addOffer = db.prepare('INSERT INTO studio_offers (item) VALUES (?)');
  const offers = db.prepare<[number], { id: number; item: string }>(
    'SELECT id, item FROM studio_offers ORDER BY id LIMIT ?',
  );
  const offered = db.prepare('DELETE FROM studio_offers WHERE id = ?');
  const offerCount = db.prepare<[], number>('SELECT count(*) FROM studio_offers').pluck();
  const batch = db.prepare<[number], number>('SELECT batch_id FROM studio_batches WHERE shared_id = ?').pluck();
  const putBatch = db.prepare('INSERT OR REPLACE INTO studio_batches (shared_id, batch_id) VALUES (?, ?)');
  const inOne = <A extends unknown[]>(work: (...given: A) => void) => db.transaction(work);

  return {
    /** Null for a job of this station alone, or one that somebody else has by now. */
    of: (jobId: number): SharedJob | null => byId.get(jobId) ?? null,
    /** The job here that the studio knows by this id; its fence is null where somebody else took it meanwhile. */
    byShared: (sharedId: number): (Omit<SharedJob, 'fence'> & { fence: number | null }) | null =>
      byShared.get(sharedId) ?? null,
    /** Those that are not at rest. */
    open: (): SharedJob[] => open.all(),
    /** Those that are done here although somebody else has them, or had: which result stands is still to be seen. */
    doneBeside: (): { readonly jobId: number; readonly sharedId: number }[] => doneWithoutFence.all(),
    /** A job here is the studio's from now on. One that is at rest already is told of at once. */
    bind: inOne(
      (jobId: number, { sharedId, fence, counter }: { sharedId: number; fence: number; counter: number | null }) => {
        bind.run({ id: jobId, sharedId, fence, counter });
        settledHere.run(jobId);
      },
    ),
    /** The studio was left: what is done here is this computer's alone, with all its files. */
    forget: inOne(() => {
      forgotten.run();
      noSeconds.run();
    }),
    /** The job here goes by another fence: taken anew, with what there is to say of it. */
    refence: inOne((jobId: number, fence: number) => {
      fenced.run(fence, jobId);
      refencedOutbox.run(fence, jobId);
    }),
    /** What was done for it before is over: it is to be begun anew, as another job. */
    free: (sharedId: number): void => void freed.run(sharedId),
    /** Somebody else has the job now: nothing more is done or said of it here, and what is not done leaves the list; files of it that nobody heard of are `writtenFiles.seconds`. `isWithdrawn`: the other's result stands. */
    lose: inOne((jobId: number, text: MessageDescriptor, isWithdrawn = false) => {
      fenced.run(null, jobId);
      quiet.run(jobId);
      ended.run({ id: jobId, now: now() });
      (isWithdrawn ? withdrawn : hidden).run({ id: jobId, now: now() });
      events.add(jobId, { kind: 'notice', text });
      changes.jobs([jobId]);
    }),
    /** What the studio has to hear, oldest first. */
    outbox: (limit: number): OutboxRow[] => outbox.all(limit),
    heard: (id: number): void => void heard.run(id),
    /** True while the studio has not heard of something of the job. */
    hasUnheard: (jobId: number): boolean => anyUnheard.get(jobId) !== undefined,
    /** Those (ids of the studio's) of which the studio has still to hear. */
    unheard: (): number[] => unsettled.all(),
    /** True while the studio has not heard of the job's task. */
    hasUnheardTask: (jobId: number): boolean => unheard.get(jobId) !== undefined,
    batchOf: (sharedId: number): number | null => batch.get(sharedId) ?? null,
    keepBatch: (sharedId: number, batchId: number): void => void putBatch.run(sharedId, batchId),
    offers: {
      add: inOne((items: readonly unknown[]) => {
        for (const item of items) addOffer.run(JSON.stringify(item));
      }),
      list: (limit: number): { readonly id: number; readonly item: unknown }[] =>
        offers.all(limit).map(({ id, item }) => ({ id, item: JSON.parse(item) as unknown })),
      done: inOne((ids: readonly number[]) => {
        for (const id of ids) offered.run(id);
      }),
      count: (): number => offerCount.get() ?? 0,
    },
  };
}

export type SharedJobs = ReturnType<typeof sharedJobs>;

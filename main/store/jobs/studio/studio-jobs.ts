/** Shared jobs claimed here, with fencing tokens and unsent changes. */
import { finalStates, type JobState } from '../../../../contract/jobs/job.ts';
import type { MessageDescriptor } from '../../../../contract/messages/message.ts';
import type { StoreContext } from '../../store-context.ts';
import type { JobEvents } from '../job-events.ts';
import { claimedSharedJobsSql, isFencedSql, isSharedSql, lostJobsSql, unshareSql } from '../job-ownership.ts';
import { stateList } from '../job-rows.ts';
import { type OutboxRow, studioBatches, studioOffers, studioOutbox } from './studio-outbox.ts';

export interface SharedJob {
  readonly jobId: number;
  readonly sharedId: number;
  readonly fence: number;
  readonly state: JobState;
  readonly profileId: string;
}

const columns = 'id AS jobId, shared_id AS sharedId, fence, state, profile_id AS profileId';
const isFinal = `state IN (${stateList(finalStates)})`;

const byIdSql = `SELECT ${columns} FROM jobs WHERE id = ? AND ${isFencedSql}`;

const openSql = `SELECT ${columns} FROM ${claimedSharedJobsSql} AND NOT ${isFinal} ORDER BY id`;

const doneButLostSql = `SELECT id AS jobId, shared_id AS sharedId FROM ${lostJobsSql}
  AND state = 'done' AND removed_at IS NULL`;

const bindSql = `UPDATE jobs SET shared_id = @sharedId, fence = @fence, counter = coalesce(@counter, counter)
  WHERE id = @id`;

const cancelSql = `UPDATE jobs SET state = 'cancelled', lease = NULL, finished_at = @now
  WHERE id = @id AND NOT ${isFinal}`;

export function sharedJobs(context: StoreContext, events: JobEvents) {
  const { db } = context;
  const byId = db.prepare<[number], SharedJob>(byIdSql);
  const byShared = db.prepare<[number], Omit<SharedJob, 'fence'> & { fence: number | null }>(
    `SELECT ${columns} FROM jobs WHERE shared_id = ?`,
  );
  const open = db.prepare<[], SharedJob>(openSql);
  const doneButLost = db.prepare<[], { jobId: number; sharedId: number }>(doneButLostSql);
  const bind = db.prepare(bindSql);
  const free = db.prepare(`UPDATE jobs SET ${unshareSql} WHERE shared_id = ?`);
  const freeFinal = db.prepare(`UPDATE jobs SET ${unshareSql} WHERE ${isSharedSql} AND ${isFinal}`);
  const forgetDuplicates = db.prepare('UPDATE written_files SET second_of = NULL WHERE second_of IS NOT NULL');
  const setFence = db.prepare('UPDATE jobs SET fence = ? WHERE id = ?');
  const outbox = studioOutbox(db);

  return {
    /** Returns null if the job is unshared or was taken over. */
    of: (jobId: number): SharedJob | null => byId.get(jobId) ?? null,
    /** Finds a job by its shared id. The fence is null if it was taken over. */
    byShared: (sharedId: number): (Omit<SharedJob, 'fence'> & { fence: number | null }) | null =>
      byShared.get(sharedId) ?? null,
    open: (): SharedJob[] => open.all(),
    /** Returns jobs that were taken over but are done here. One result will be withdrawn. */
    doneBeside: (): { readonly jobId: number; readonly sharedId: number }[] => doneButLost.all(),
    /** Shares a local job. A final outcome is sent at once. */
    bind: db.transaction(
      (jobId: number, { sharedId, fence, counter }: { sharedId: number; fence: number; counter: number | null }) => {
        bind.run({ id: jobId, sharedId, fence, counter });
        outbox.addFinal(jobId);
      },
    ),
    /** Makes final jobs and their files local, after leaving the studio. */
    forget: db.transaction((): void => {
      freeFinal.run();
      forgetDuplicates.run();
    }),
    /** Changes the token of a job claimed again, and of its unsent changes. */
    refence: db.transaction((jobId: number, fence: number): void => {
      setFence.run(fence, jobId);
      outbox.setFence(jobId, fence);
    }),
    /** Detaches a job that the studio will process again as another one. */
    free: (sharedId: number): void => void free.run(sharedId),
    lose: jobLoss(context, events, outbox),
    outbox: (limit: number): OutboxRow[] => outbox.list(limit),
    heard: outbox.remove,
    hasUnheard: outbox.has,
    /** Shared ids of jobs with unsent changes. */
    unheard: outbox.sharedIds,
    hasUnheardTask: outbox.hasTask,
    ...studioBatches(db),
    offers: studioOffers(db),
  };
}

function jobLoss(
  { db, now, changes }: StoreContext,
  events: JobEvents,
  outbox: Pick<ReturnType<typeof studioOutbox>, 'clear'>,
) {
  const dropFence = db.prepare('UPDATE jobs SET fence = NULL WHERE id = ?');
  const cancel = db.prepare(cancelSql);
  const remove = db.prepare('UPDATE jobs SET removed_at = @now WHERE id = @id');
  const removeUnlessDone = db.prepare("UPDATE jobs SET removed_at = @now WHERE id = @id AND state <> 'done'");
  /**
   * Stops a job that was taken over, and removes it from the list unless done. `isWithdrawn`: the other result
   * counts.
   */
  return db.transaction((jobId: number, text: MessageDescriptor, isWithdrawn = false): void => {
    dropFence.run(jobId);
    outbox.clear(jobId);
    cancel.run({ id: jobId, now: now() });
    (isWithdrawn ? remove : removeUnlessDone).run({ id: jobId, now: now() });
    events.add(jobId, { kind: 'notice', text });
    changes.jobs([jobId]);
  });
}

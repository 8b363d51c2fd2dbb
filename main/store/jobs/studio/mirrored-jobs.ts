/** Jobs of other stations as rows of `jobs`: shown, searched and decided about, never processed. */
import { finalStates, type JobState } from '../../../../contract/jobs/job.ts';
import { msg } from '../../../../contract/messages/message.ts';
import type { QueueContext } from '../../store-context.ts';
import type { JobEvents } from '../job-events.ts';
import { isMirroredSql, lostJobsSql, mirroredJobsSql } from '../job-ownership.ts';
import { type MirroredJob, type MirrorTables, mirroredRows } from './mirrored-rows.ts';
import type { SharedPaths } from './shared-paths.ts';
import { studioOutbox } from './studio-outbox.ts';

interface KnownRow {
  readonly id: number;
  readonly fence: number | null;
  readonly state: JobState;
  readonly station: string | null;
  readonly removedAt: number | null;
}

interface Tables extends MirrorTables {
  readonly events: JobEvents;
  readonly sharedPaths: SharedPaths;
}

const knownSql = 'SELECT id, fence, state, station, removed_at AS removedAt FROM jobs WHERE shared_id = ?';

const unsureSql = `SELECT shared_id FROM ${lostJobsSql} AND NOT (state = 'done' AND removed_at IS NULL)`;

const openSql = `SELECT shared_id FROM ${mirroredJobsSql} AND state IN ('queued', 'preparing', 'failed', 'uncertain')
    AND shared_id > ? ORDER BY shared_id LIMIT ?`;

const mirroredOfSql = `SELECT id FROM jobs WHERE id IN (SELECT value FROM json_each(?)) AND ${isMirroredSql('jobs')}`;

const clearBatchesSql = `DELETE FROM batches WHERE id IN (SELECT batch_id FROM studio_batches)
  AND NOT EXISTS (SELECT 1 FROM jobs WHERE batch_id = batches.id)`;

export function mirroredJobs(context: QueueContext, tables: Tables) {
  const { db, changes, lightly } = context;
  const applyAll = jobMirroring(context, tables);
  const unsure = db.prepare<[], number>(unsureSql).pluck();
  const open = db.prepare<[number, number], number>(openSql).pluck();
  const mirroredOf = db.prepare<[string], number>(mirroredOfSql).pluck();
  const clear = db.prepare(`DELETE FROM jobs WHERE ${isMirroredSql('jobs')}`);
  const clearBatches = db.prepare(clearBatchesSql);
  const remove = db
    .prepare<[number], number>(`DELETE FROM jobs WHERE shared_id = ? AND ${isMirroredSql('jobs')} RETURNING id`)
    .pluck();
  const setId = db.prepare('UPDATE jobs SET id = @to WHERE id = @from');
  const setEventsId = db.prepare('UPDATE job_events SET job_id = @to WHERE job_id = @from');

  return {
    /** Mirrors jobs, except claimed ones. Does not wait for the disk: after a power cut, jobs are read again. */
    apply(jobs: readonly MirroredJob[]): void {
      changes.jobs(lightly(() => applyAll.immediate(jobs)).flatMap((id) => id ?? []));
    },
    /** Returns shared ids of jobs taken over and not mirrored since. */
    unsure: (): number[] => unsure.all(),
    /** Returns shared ids of jobs that may still change, lowest first. */
    open: (above: number, limit: number): number[] => open.all(above, limit),
    /** Replaces a mirrored job by the claimed one that `make` adds, under its id. Runs in the caller's transaction. */
    takeOver(sharedId: number, make: () => number | null): void {
      const before = remove.get(sharedId);
      const made = make();
      if (before === undefined || made === null) return;
      db.pragma('defer_foreign_keys = ON');
      setId.run({ from: made, to: before });
      setEventsId.run({ from: made, to: before });
      changes.jobs([before]);
    },
    /** Returns those that other stations have. */
    among: (ids: readonly number[]): number[] => mirroredOf.all(JSON.stringify(ids)),
    /** Deletes all mirrored jobs, to read them again or after leaving the studio. */
    clear: db.transaction((): void => {
      clear.run();
      clearBatches.run();
      changes.foreign();
    }),
  };
}

/** Returns the ids of changed jobs. */
function jobMirroring(context: QueueContext, tables: Tables) {
  const { db } = context;
  const { events, sharedPaths } = tables;
  const known = db.prepare<[number], KnownRow>(knownSql);
  const outbox = studioOutbox(db);
  const rows = mirroredRows(context, tables);

  const insert = (job: MirroredJob): KnownRow => ({
    id: rows.insert(job),
    fence: null,
    state: 'queued',
    station: null,
    removedAt: null,
  });
  /** Whether a job that is final here was started again elsewhere. Unsent changes mean outdated data. */
  const isTakenBack = ({ id, fence, state }: KnownRow, job: MirroredJob) =>
    job.fence > (fence ?? 0) && (finalStates as readonly JobState[]).includes(state) && !outbox.has(id);

  return db.transaction((jobs: readonly MirroredJob[]) =>
    jobs.map((job): number | null => {
      const before = known.get(job.sharedId);
      if (before !== undefined && before.fence !== null && !isTakenBack(before, job)) {
        rows.addPlace(before.id, job);
        rows.setAdder(before.id, job);
        return null;
      }
      // Done here too: the studio decides which result counts.
      if (before?.state === 'done' && before.fence === null && before.station === null && before.removedAt === null)
        return null;
      sharedPaths.add(job.paths);
      const { id, state, station } = before ?? insert(job);
      rows.update(id, job);
      rows.addPlace(id, job);
      if (job.state === 'done') rows.putFiles(id, job);
      if (job.station !== '' && job.station !== station && job.state !== 'preparing')
        events.add(id, { kind: 'state', text: msg('studio.job.endedAt', { station: job.station }) });
      return before === undefined || state !== job.state || station !== job.station ? id : null;
    }),
  );
}

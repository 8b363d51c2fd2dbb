/** Claims and moves: every write to a running job, checked against the transition table and the lease. */
import { randomUUID } from 'node:crypto';
import { canTransition, finalStates, type JobError, type JobState, runningStates } from '../../../contract/jobs/job.ts';
import type { Message } from '../../../contract/messages/message.ts';
import type { QueueContext } from '../store-context.ts';
import { IllegalMove, IndexDisagrees, LostLease } from '../store-errors.ts';
import { parseMessage } from '../stored-messages.ts';
import { isOpen } from './blocked-folder-sql.ts';
import type { Followers } from './followers.ts';
import type { EventText, JobEvents } from './job-events.ts';
import { analyses, type Failures, type Job, type JobLease, type JobRow, stateList, toJob } from './job-rows.ts';
import { isLocalSql } from './mirrored-jobs.ts';

export interface MoveDetails {
  /** Not before this time (ms since 1970); 0 = at once. */
  readonly runAfter?: number;
  /** Absent = as it was. */
  readonly error?: JobError | null;
  /** Absent = as it was. Slowing down gives the attempt of a claim back. */
  readonly attempts?: number;
  /** Absent = as they were. */
  readonly failures?: Failures;
  /** Goes on with this step of the recipe. */
  readonly step?: number;
  /** A line for the timeline, committed with the move. */
  readonly event?: EventText;
}

/** A job at the service, or one whose results are on their way home, that nobody is at work on. */
export interface ParkedJob {
  readonly id: number;
  readonly profileId: string;
  readonly state: 'waiting' | 'fetching' | 'placing';
  readonly runAfter: number;
  /** How often the stage has failed. */
  readonly failures: number;
  /** Why; null after none. */
  readonly message: Message | null;
  /** Where results of it are to be written next; none where there are none. */
  readonly outputFolders: readonly string[];
}

/** States somebody is at work in; a waiting job is the service's business. */
const isWorkedOn = (state: JobState) => state !== 'waiting' && (runningStates as readonly JobState[]).includes(state);
const isResting = (state: JobState) => (finalStates as readonly JobState[]).includes(state);

const claimable = `state = 'queued' AND held = 0 AND follows IS NULL AND ${isLocalSql('jobs')}`;
const toClaim = `${claimable} AND profile_id = @profileId`;
const inOrder = 'ORDER BY priority DESC, position, id LIMIT 1';

/** The job a claim takes where no batch is held; a test looks at its query plan. */
export const nextJobSql = `SELECT * FROM jobs INDEXED BY jobs_to_claim
  WHERE ${toClaim} AND ${isOpen} AND run_after <= @now ${inOrder}`;

/** The same elsewhere: the first of the first ones of all batches that are not. Jumps from one batch to the next in the index. */
const nextJobOfBatchesSql = `WITH RECURSIVE found (id) AS (
    SELECT min(batch_id) FROM jobs INDEXED BY jobs_to_claim_by_batch WHERE ${toClaim}
    UNION ALL
    SELECT (SELECT min(batch_id) FROM jobs INDEXED BY jobs_to_claim_by_batch WHERE ${toClaim} AND batch_id > found.id)
    FROM found WHERE found.id IS NOT NULL)
  SELECT * FROM jobs WHERE id IN (
    SELECT (SELECT id FROM jobs INDEXED BY jobs_to_claim_by_batch
      WHERE ${toClaim} AND batch_id = found.id AND ${isOpen} AND run_after <= @now ${inOrder})
    FROM found WHERE found.id IS NOT NULL AND found.id NOT IN (SELECT id FROM batches WHERE held = 1))
  ${inOrder}`;

export function jobMoves({ db, now, changes, lightly }: QueueContext, events: JobEvents, followers: Followers) {
  type ClaimParams = [{ profileId: string; now: number; closed: string }];
  const next = db.prepare<ClaimParams, JobRow>(nextJobSql);
  const nextOfBatches = db.prepare<ClaimParams, JobRow>(nextJobOfBatchesSql);
  const anyHeld = db.prepare<[], number>('SELECT 1 FROM batches WHERE held = 1 LIMIT 1').pluck();
  const write = db.prepare(
    `UPDATE jobs SET state = @to, lease = @newLease, run_after = @runAfter, put_off_at = iif(@runAfter > 0, @now, NULL),
       attempts = coalesce(@attempts, attempts),
       failures = coalesce(@failures, failures),
       error = iif(@keepError, error, @error), step = coalesce(@step, step),
       operation = iif(@step IS NULL, operation, json_extract(recipe, '$.steps[' || cast(@step AS INTEGER) || '].operation')),
       started_at = iif(@to = 'preparing', iif(step = 0, @now, coalesce(started_at, @now)), started_at),
       finished_at = iif(@resting, @now, NULL)
     WHERE id = @id AND state = @from AND lease IS @lease`,
  );
  const nextDue = db
    .prepare<[number], number | null>(
      `SELECT min(run_after) FROM jobs INDEXED BY jobs_due
       WHERE state = 'queued' AND held = 0 AND follows IS NULL AND run_after > 0 AND run_after > ?`,
    )
    .pluck();
  const atService = db
    .prepare<[string], number>(
      `SELECT count(*) FROM jobs WHERE state = 'waiting' AND removed_at IS NULL AND profile_id = ?`,
    )
    .pluck();
  // Jumps from one profile to the next in the index instead of reading all its rows.
  const queuedProfiles = db
    .prepare<[], string>(
      `WITH RECURSIVE found (id) AS (
         SELECT min(profile_id) FROM jobs INDEXED BY jobs_to_claim
           WHERE ${claimable}
         UNION ALL
         SELECT (SELECT min(profile_id) FROM jobs INDEXED BY jobs_to_claim
                 WHERE ${claimable} AND profile_id > found.id)
         FROM found WHERE found.id IS NOT NULL)
       SELECT id FROM found WHERE id IS NOT NULL`,
    )
    .pluck();
  // Asked before: as a condition on the rows it would be looked at once, but all that are queued would be gone through.
  const paused = db.prepare<[], number>(`SELECT 1 FROM settings WHERE name = 'paused' AND value = 'true'`).pluck();
  const parked = db.prepare<[], Omit<ParkedJob, 'outputFolders'> & { message: string | null; folders: string | null }>(
    `SELECT id, profile_id AS profileId, state, run_after AS runAfter,
       coalesce(json_extract(failures, '$.' || state), 0) AS failures, json_extract(error, '$.message') AS message,
       iif(state = 'placing' AND step = step_count - 1 AND operation NOT IN (${stateList(analyses)}),
         (SELECT json_group_array(DISTINCT folder) FROM (SELECT output_folder AS folder UNION ALL
           SELECT further.value ->> 'folder' FROM json_each(recipe, '$.alsoAs') further) WHERE folder IS NOT NULL), NULL) AS folders
     FROM jobs
     WHERE state IN ('waiting', 'fetching', 'placing') AND removed_at IS NULL AND lease IS NULL
     ORDER BY priority DESC, position, id`,
  );
  const lease = db.prepare<[number], string | null>('SELECT lease FROM jobs WHERE id = ?').pluck();

  /** One conditional update that must hit exactly one row. */
  function change(hold: JobLease, to: JobState, newLease: string | null, details: MoveDetails): JobLease {
    const done = write.run({
      id: hold.id,
      from: hold.state,
      lease: hold.lease,
      to,
      newLease,
      runAfter: details.runAfter ?? 0,
      attempts: details.attempts ?? null,
      failures: details.failures ? JSON.stringify(details.failures) : null,
      keepError: details.error === undefined ? 1 : 0,
      error: details.error ? JSON.stringify(details.error) : null,
      step: details.step ?? null,
      resting: isResting(to) ? 1 : 0,
      now: now(),
    });
    if (done.changes !== 1) throw new LostLease(hold.id, hold.state);
    if (details.event) events.add(hold.id, details.event);
    changes.jobs([hold.id]);
    if (isResting(to)) followers.settle(hold.id);
    else if (to === 'queued') followers.settleFor([hold.id]);
    return { id: hold.id, state: to, lease: newLease };
  }
  const changeInOne = (...move: Parameters<typeof change>) => lightly(() => inOne(...move));
  const inOne = db.transaction(change);

  const nextOf = (profileId: string, closed: readonly string[]): JobRow | undefined => {
    const find = anyHeld.get() === undefined ? next : nextOfBatches;
    return find.get({ profileId, now: now(), closed: JSON.stringify(closed) });
  };
  const claimNext = db.transaction((profileId: string, closed: readonly string[]): Job | null => {
    if (paused.get() !== undefined) return null;
    const row = nextOf(profileId, closed);
    if (!row) return null;
    // Its index says so, and the index may be damaged: what is at the service must not be sent once more.
    if (row.state !== 'queued') throw new IndexDisagrees(row.id);
    const hold = change(toJob(row), 'preparing', randomUUID(), { attempts: row.attempts + 1, error: null });
    return { ...toJob(row), ...hold, attempts: row.attempts + 1, error: null };
  });

  return {
    /**
     * Takes the next job of a profile by (priority, position, time) and counts the attempt; null when nothing is due,
     * everything is held, or the queue is paused. The caller has made sure that the profile has room.
     * @param closed folders (as the jobs have them) that take no results now
     */
    claim: (profileId: string, closed: readonly string[] = []): Job | null =>
      lightly(() => claimNext.immediate(profileId, closed)),
    /** The job that `claim` would take, were nothing paused; null = none is due. */
    next(profileId: string, closed: readonly string[] = []): Job | null {
      const row = nextOf(profileId, closed);
      return row ? toJob(row) : null;
    },
    /** Profiles that have queued jobs, due or not, in batches that are held or not. */
    profilesWithWork: (): string[] => queuedProfiles.all(),
    /** When the next postponed job becomes due (ms since 1970); null when none is. */
    nextDue: (): number | null => nextDue.get(now()) ?? null,
    /** How many of a profile's tasks are at the service. */
    atService: (profileId: string): number => atService.get(profileId) ?? 0,
    /**
     * Moves a held job; it keeps its lease where work on it goes on here, and loses it elsewhere.
     * @throws LostLease when the job is no longer as `hold` says, IllegalMove for what the transition table lacks
     */
    move(hold: JobLease, to: JobState, details: MoveDetails = {}): JobLease {
      if (!canTransition(hold.state, to)) throw new IllegalMove(hold.state, to);
      return changeInOne(hold, to, isWorkedOn(to) ? hold.lease : null, details);
    },
    /** Leaves a job in its running state with nobody at work on it: at the service, or until `runAfter`. */
    park: (hold: JobLease, details: MoveDetails = {}): JobLease => changeInOne(hold, hold.state, null, details),
    /** Takes up a job whose results are on their way home. @throws LostLease */
    takeUp(id: number, state: Exclude<ParkedJob['state'], 'waiting'>): JobLease {
      return changeInOne({ id, state, lease: null }, state, randomUUID(), {});
    },
    /** Jobs in waiting, fetching and placing that nobody is at work on, in the order of the queue. */
    parked: (): ParkedJob[] =>
      parked.all().map(({ folders, ...job }) => ({
        ...job,
        message: parseMessage(job.message),
        outputFolders: folders === null ? [] : (JSON.parse(folders) as string[]),
      })),
    /** Who works on a job now. */
    leaseOf: (id: number): string | null => lease.get(id) ?? null,
  };
}

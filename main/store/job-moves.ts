/** Claims and moves: every write to a running job, checked against the transition table and the lease. */
import { randomUUID } from 'node:crypto';
import { type JobError, type JobState, mayMove, restingStates, runningStates } from '../../preload/contract/job.ts';
import type { StoreContext } from './context.ts';
import { IllegalMove, LostLease } from './errors.ts';
import type { EventText, JobEvents } from './job-events.ts';
import { type Hold, type Job, type JobRow, stateList, toJob } from './job-rows.ts';

export interface MoveDetails {
  /** Not before this time (ms since 1970); 0 = at once. */
  readonly runAfter?: number;
  /** Absent = as it was. */
  readonly error?: JobError | null;
  /** Absent = as it was. Slowing down gives the attempt of a claim back. */
  readonly attempts?: number;
  /** Goes on with this step of the recipe. */
  readonly step?: number;
  /** A line for the timeline, committed with the move. */
  readonly event?: EventText;
}

const isRunning = (state: JobState) => (runningStates as readonly JobState[]).includes(state);
const isResting = (state: JobState) => (restingStates as readonly JobState[]).includes(state);

export function jobMoves({ db, now, changes }: StoreContext, events: JobEvents) {
  const next = db.prepare<[{ profileId: string; now: number }], JobRow>(
    `SELECT * FROM jobs INDEXED BY jobs_to_claim
     WHERE state = 'queued' AND held = 0 AND profile_id = @profileId AND run_after <= @now
       AND NOT EXISTS (SELECT 1 FROM batches WHERE id = batch_id AND held = 1)
       AND NOT EXISTS (SELECT 1 FROM settings WHERE name = 'paused' AND value = 'true')
     ORDER BY priority DESC, position, id LIMIT 1`,
  );
  const write = db.prepare(
    `UPDATE jobs SET state = @to, lease = @newLease, run_after = @runAfter, attempts = coalesce(@attempts, attempts),
       error = iif(@keepError, error, @error), step = coalesce(@step, step),
       operation = iif(@step IS NULL, operation, json_extract(recipe, '$.steps[' || @step || '].operation')),
       started_at = iif(@to = 'preparing', coalesce(started_at, @now), started_at),
       finished_at = iif(@resting, @now, NULL)
     WHERE id = @id AND state = @from AND lease IS @lease`,
  );
  const nextDue = db
    .prepare<[], number | null>(
      `SELECT min(run_after) FROM jobs INDEXED BY jobs_due WHERE state = 'queued' AND held = 0 AND run_after > 0`,
    )
    .pluck();
  const waitingProfiles = db
    .prepare<[], string>(`SELECT DISTINCT profile_id FROM jobs WHERE state = 'queued' AND held = 0`)
    .pluck();
  const unleased = db.prepare<[], JobRow>(
    `SELECT * FROM jobs WHERE state IN ('waiting', 'fetching', 'placing') AND removed_at IS NULL AND lease IS NULL
     ORDER BY priority DESC, position, id`,
  );
  const release = db.prepare(
    `UPDATE jobs SET lease = NULL WHERE state IN (${stateList(runningStates)}) AND removed_at IS NULL`,
  );

  /** One conditional update that must hit exactly one row. */
  function change(hold: Hold, to: JobState, newLease: string | null, details: MoveDetails): Hold {
    const done = write.run({
      id: hold.id,
      from: hold.state,
      lease: hold.lease,
      to,
      newLease,
      runAfter: details.runAfter ?? 0,
      attempts: details.attempts ?? null,
      keepError: details.error === undefined ? 1 : 0,
      error: details.error ? JSON.stringify(details.error) : null,
      step: details.step ?? null,
      resting: isResting(to) ? 1 : 0,
      now: now(),
    });
    if (done.changes !== 1) throw new LostLease(hold.id, hold.state);
    if (details.event) events.add(hold.id, details.event);
    changes.jobs([hold.id]);
    return { id: hold.id, state: to, lease: newLease };
  }
  const changeInOne = db.transaction(change);

  const claimNext = db.transaction((profileId: string): Job | null => {
    const row = next.get({ profileId, now: now() });
    if (!row) return null;
    const hold = change(toJob(row), 'preparing', randomUUID(), { attempts: row.attempts + 1, error: null });
    return { ...toJob(row), ...hold, attempts: row.attempts + 1, error: null };
  });

  return {
    /**
     * Takes the next job of a profile by (priority, position, time) and counts the attempt; null when nothing is due,
     * everything is held, or the queue is paused. The caller has seen to it that the profile has room.
     */
    claim: (profileId: string): Job | null => claimNext.immediate(profileId),
    /** Profiles that have queued jobs, whether due or not. */
    profilesWithWork: (): string[] => waitingProfiles.all(),
    /** When the next postponed job becomes due (ms since 1970); null when none is. */
    nextDue: (): number | null => nextDue.get() ?? null,
    /**
     * Moves a held job; into a running state it keeps its lease, elsewhere it loses it.
     * @throws LostLease when the job is no longer as `hold` says, IllegalMove for what the transition table lacks
     */
    move(hold: Hold, to: JobState, details: MoveDetails = {}): Hold {
      if (!mayMove(hold.state, to)) throw new IllegalMove(hold.state, to);
      return changeInOne(hold, to, isRunning(to) ? hold.lease : null, details);
    },
    /** Leaves a job in its running state with nobody at work on it: at the service, or until `runAfter`. */
    park: (hold: Hold, details: MoveDetails = {}): Hold => changeInOne(hold, hold.state, null, details),
    /** Takes up a job that is parked. @throws LostLease */
    takeUp: (parked: Hold): Hold => changeInOne({ ...parked, lease: null }, parked.state, randomUUID(), {}),
    /** Jobs in waiting, fetching and placing that nobody is at work on. */
    parked: (): Job[] => unleased.all().map(toJob),
    /** At start, when this process has taken the queue: no lease of an earlier process counts any more. */
    releaseAll: (): number => release.run().changes,
  };
}

/** Changes a running job if its state and lease are unchanged. */
import { finalStates, type JobError, type JobState } from '../../../../contract/jobs/job.ts';
import type { QueueContext } from '../../store-context.ts';
import { LostLease } from '../../store-errors.ts';
import type { EventText, JobEvents } from '../job-events.ts';
import { type Failures, type Job, type JobLease, type JobRow, toJob } from '../job-rows.ts';
import type { Followers } from '../sharing/followers.ts';

export interface MoveDetails {
  /** Earliest next attempt (ms since 1970); 0 = now. */
  readonly runAfter?: number;
  /** Absent = unchanged. */
  readonly error?: JobError | null;
  /** Absent = unchanged. A rate-limited job gets its attempt back. */
  readonly attempts?: number;
  /** Absent = unchanged. */
  readonly failures?: Failures;
  readonly step?: number;
  readonly event?: EventText;
}

const moveSql = `UPDATE jobs SET state = @to, lease = @newLease, run_after = @runAfter,
    put_off_at = iif(@runAfter > 0, @now, NULL), attempts = coalesce(@attempts, attempts),
    failures = coalesce(@failures, failures),
    error = iif(@keepError, error, @error), step = coalesce(@step, step),
    operation = iif(@step IS NULL, operation, json_extract(recipe, '$.steps[' || cast(@step AS INTEGER) || '].operation')),
    started_at = iif(@to = 'preparing', iif(step = 0, @now, coalesce(started_at, @now)), started_at),
    finished_at = iif(@resting, @now, NULL)
  WHERE id = @id AND state = @from AND lease IS @lease RETURNING *`;

const isFinal = (state: JobState) => (finalStates as readonly JobState[]).includes(state);

/** The returned function also settles followers, and returns the changed job. @throws LostLease */
export function jobTransition({ db, now, changes }: QueueContext, events: JobEvents, followers: Followers) {
  const write = db.prepare<[object], JobRow>(moveSql);
  return (hold: JobLease, to: JobState, newLease: string | null, details: MoveDetails): Job => {
    const row = write.get({
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
      resting: isFinal(to) ? 1 : 0,
      now: now(),
    });
    if (row === undefined) throw new LostLease(hold.id, hold.state);
    if (details.event) events.add(hold.id, details.event);
    changes.run(hold.id);
    if (isFinal(to)) followers.settle(hold.id);
    else if (to === 'queued') followers.settleFor([hold.id]);
    return toJob(row);
  };
}
